import { fileURLToPath } from 'node:url';
import { ask, check, cli, nextQuestion, startHub, tell, tellStory, type Hub } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const fileBeside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const alert = {
  type: 'PodCrashLooping',
  data: { pod: 'api-1', restarts: 7, env: { password: 'hunter2-hunter2' } },
  runbook: 'Look at the logs. If it ran out of memory, restart it.',
};

interface Step {
  readonly event: string;
  readonly data: { readonly toolName?: string; readonly status?: string };
}

/** The tools that have answered, in their order. */
async function calledIn(hub: Hub, id: string): Promise<string> {
  const { body } = await ask(hub, `/api/runs/${id}/steps`);
  return (body as unknown as Step[])
    .flatMap(({ event, data }) =>
      event === 'tool_call_update' && data.status === 'COMPLETED' ? [data.toolName] : [],
    )
    .join(', ');
}

/** Once whoever worked on it has put it down. */
async function statusAtRest(hub: Hub, id: string): Promise<unknown> {
  for (;;) {
    const { body } = await ask(hub, `/api/runs/${id}`);
    if (body['status'] !== 'RUNNING') return body['status'];
  }
}

async function story(folder: string): Promise<void> {
  tell('1. A hub with a cluster, an agent, and a line that says which alerts it looks at.');
  const env = { NODE: process.execPath, CLUSTER_SERVER: fileBeside('cluster-server.ts') };
  const hub = await startHub(folder, { env, flags: ['--config', fileBeside('patchbay.yaml')] });
  check('the agents', (await cli(hub, 'agents', 'list')).includes('oncall'), true);

  tell('2. An alert comes in. It is queued, and whoever sent it does not wait.');
  const sent = await ask(hub, '/api/alerts', { body: alert });
  check('REST answers', sent.status, 202);
  const id = String(sent.body['id']);
  const input = String(sent.body['input']);
  check('it names the pod', input.includes('api-1'), true);
  check('the password in it', input.includes('hunter2-hunter2'), false);
  check('what stands instead', input.includes('[MASKED_PASSWORD]'), true);

  tell('3. The agent looks by itself, and asks before it acts. Until then it holds no process.');
  const question = await nextQuestion(hub);
  check('what it wants to do', question.toolName, 'restart');
  check('with', question.argumentsText, '{"pod":"api-1"}');
  check('what it has done', await calledIn(hub, id), 'logs');
  check('its status', await statusAtRest(hub, id), 'WAITING');

  tell('4. Somebody agrees. It acts, looks again, and reports.');
  await cli(hub, 'approvals', 'approve', question.id, '--yes');
  const report = 'api-1 ran out of memory. It was restarted and is ready again.';
  check('the report', await cli(hub, 'runs', 'follow', id), report);
  check('what it has done', await calledIn(hub, id), 'logs, restart, logs');

  tell('5. What nobody is there for is refused at once.');
  const unknown = await ask(hub, '/api/alerts', { body: { type: 'MoonInTheWay', data: {} } });
  check('the hub', unknown.body['error'], 'ALERT_TYPE_UNKNOWN');
  check('exit code', await hub.stop(), 0);
}

await tellStory(story);
