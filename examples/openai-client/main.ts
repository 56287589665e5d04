import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { check, cli, startHub, tell, tellStory } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const notesServer = fileURLToPath(new URL('../approve-a-write/notes-server.ts', import.meta.url));

/** A model that says what stands here, so that the example needs no key of a provider. */
const replies = [
  {
    when: { turn: 1 },
    call: [{ tool: 'notes__write_note', arguments: { name: 'plan', text: 'ship on Friday' } }],
  },
  { when: { turn: 2 }, say: 'I wrote it down.', pieces: 4 },
];

function configure(folder: string): void {
  const server = {
    name: 'notes',
    transport: 'stdio',
    command: process.execPath,
    args: [notesServer, folder],
  };
  const config = {
    mcp: { servers: [server] },
    models: [{ name: 'script', provider: 'scripted', script: { replies } }],
    agents: [{ name: 'secretary', model: 'script' }],
  };
  writeFileSync(join(folder, 'patchbay.yaml'), JSON.stringify(config));
}

type Extended = OpenAI.ChatCompletion & { readonly patchbay: { status: string; approvals: string[] } };

async function story(folder: string): Promise<void> {
  tell('1. A hub with an agent, and the official client of OpenAI in front of it.');
  configure(folder);
  const hub = await startHub(folder);
  const openai = new OpenAI({ baseURL: `${hub.url}/v1`, apiKey: hub.key });
  check('its models', (await openai.models.list()).data.map(({ id }) => id).join(), 'secretary');

  tell('2. The agent wants to write, and somebody must approve it.');
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'We ship on Friday.' }];
  const model = 'secretary';
  const first = (await openai.chat.completions.create({ model, messages })) as Extended; // with what is ours
  const [approval = ''] = first.patchbay.approvals;
  const said = first.choices[0]?.message.content ?? '';
  check('the run', first.patchbay.status, 'WAITING');
  check('it says which approval', said.includes(approval), true);

  tell('3. It is approved, and the same conversation goes on, streamed.');
  await cli(hub, 'approvals', 'approve', approval, '--yes');
  messages.push({ role: 'assistant', content: said }, { role: 'user', content: 'Done?' });
  let answer = '';
  for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true }))
    answer += chunk.choices[0]?.delta.content ?? '';
  check('the answer', answer, 'I wrote it down.');
  check('the note', readFileSync(join(folder, 'plan.txt'), 'utf8'), 'ship on Friday');
  check('exit code', await hub.stop(), 0);
}

await tellStory(story);
