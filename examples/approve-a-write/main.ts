import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, check, cli, startHub, tell, tellStory, type Hub, type Reply } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const notesServer = fileURLToPath(new URL('notes-server.ts', import.meta.url));

/** Wants to write a note, and does not wait for the answer. */
function wantToWrite(hub: Hub, name: string, text: string): Promise<Reply> {
  const body = { toolName: 'notes.write_note', arguments: { name, text } };
  return ask(hub, '/api/mcp/tools/execute', { body, headers: { Prefer: 'respond-async' } });
}

function idOf({ body }: Reply): string {
  return String(body['approvalId']);
}

/** Looks at an approval until its call has ended. */
async function outcomeOf(hub: Hub, id: string): Promise<string> {
  for (;;) {
    const { body } = await ask(hub, `/api/approvals/${id}`);
    if (typeof body['outcome'] === 'string') return body['outcome'];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function story(folder: string): Promise<void> {
  const note = (name: string) => join(folder, `${name}.txt`);
  const read = (name: string) => (existsSync(note(name)) ? readFileSync(note(name), 'utf8') : 'no such note');

  tell('1. A hub with a server that can write, and a rule: ask before it does.');
  const hub = await startHub(folder);
  await cli(hub, 'servers', 'add', 'notes', '--yes', '--', process.execPath, notesServer, folder);
  await cli(hub, 'policies', 'set', 'notes', 'write_*', 'ASK_USER');

  tell('2. A call is asked about, and does not run.');
  const first = await wantToWrite(hub, 'plan', 'ship on Friday');
  check('REST answers', first.status, 202);
  check('where to look', first.headers.get('location'), `/api/approvals/${idOf(first)}`);
  const waiting = JSON.parse(await cli(hub, 'approvals', 'list', '--json')) as { argumentsText: string }[];
  check('what would be sent', waiting[0]?.argumentsText, '{"name":"plan","text":"ship on Friday"}');
  check('the note', read('plan'), 'no such note');

  tell('3. Somebody approves it, with another text. That is what runs, once.');
  const edited = JSON.stringify({ name: 'plan', text: 'ship on Monday' });
  await cli(hub, 'approvals', 'approve', idOf(first), '--yes', '--arguments', edited);
  check('how the call ended', await outcomeOf(hub, idOf(first)), 'ok');
  check('the note', read('plan'), 'ship on Monday');
  const again = await ask(hub, `/api/approvals/${idOf(first)}/approve`, { body: {} });
  check('approving it again', again.body['error'], 'APPROVAL_DECIDED');

  tell('4. Another is refused, and the caller hears why.');
  const second = await wantToWrite(hub, 'secret', 'the password is 1234');
  await cli(hub, 'approvals', 'reject', idOf(second), '--reason', 'Never write passwords down.');
  const { body } = await ask(hub, `/api/approvals/${idOf(second)}`);
  check('the reason', body['decisionReason'], 'Never write passwords down.');
  check('the note', read('secret'), 'no such note');

  tell('5. An answer to something else than what was shown does not count.');
  const third = await wantToWrite(hub, 'plan', 'ship never');
  const other = await ask(hub, `/api/approvals/${idOf(third)}/approve`, {
    body: { argsDigest: 'of another' },
  });
  check('the hub', other.body['error'], 'APPROVAL_MISMATCH');
  check('the note', read('plan'), 'ship on Monday');
  check('exit code', await hub.stop(), 0);
}

await tellStory(story);
