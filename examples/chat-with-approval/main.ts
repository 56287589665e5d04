import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, check, cli, cliReading, nextQuestion, startHub, tell, tellStory } from '../story.ts';

// The story of README.md. It checks itself: it exits with 0, or says what failed and exits with 1.

const notesServer = fileURLToPath(new URL('../approve-a-write/notes-server.ts', import.meta.url));
const script = fileURLToPath(new URL('model.yaml', import.meta.url));

async function story(folder: string): Promise<void> {
  const note = (name: string) => join(folder, `${name}.txt`);
  const read = (name: string) => (existsSync(note(name)) ? readFileSync(note(name), 'utf8') : 'no such note');

  tell('1. A hub with a server that can write notes.');
  const hub = await startHub(folder);
  await cli(hub, 'servers', 'add', 'notes', '--yes', '--', process.execPath, notesServer, folder);

  tell('2. A tool is called in the chat without any model. Even so, somebody is asked first.');
  const byHand = cliReading(hub, '/call notes.write_note {"name": "hello", "text": "by hand"}\n', 'chat');
  const first = await nextQuestion(hub);
  check('the note', read('hello'), 'no such note');
  await cli(hub, 'approvals', 'approve', first.id, '--yes');
  check('the chat says', await byHand, 'Wrote hello.');
  check('the note', read('hello'), 'by hand');

  tell('3. A model that says what a script says, and an agent that has it.');
  await cli(hub, 'models', 'add', 'demo', '--script', script);
  check('the model says', await cli(hub, 'models', 'test', 'demo'), 'I can write notes.');
  await cli(hub, 'agents', 'add', 'helper', '--model', 'demo', '--instructions', 'You keep notes.');

  tell('4. The agent wants to write. The run waits, and goes on when somebody has agreed.');
  const asked = cli(hub, 'run', 'helper', 'Please write down that we ship on Monday');
  const second = await nextQuestion(hub);
  check('what would be sent', second.argumentsText, '{"name":"plan","text":"ship on Monday"}');
  check('the note', read('plan'), 'no such note');
  await cli(hub, 'approvals', 'approve', second.id, '--yes');
  check('the agent says', await asked, 'It is written down.');
  check('the note', read('plan'), 'ship on Monday');

  tell('5. When it is refused, the model hears why, and says so.');
  const again = cli(hub, 'run', 'helper', 'Please write down that we ship on Friday');
  const third = await nextQuestion(hub);
  await cli(hub, 'approvals', 'reject', third.id, '--reason', 'Never on a Friday.');
  check('the agent says', await again, 'I was not allowed to: never on a Friday.');
  check('the note', read('plan'), 'ship on Monday');

  tell('6. A second question goes on from the answer to the first.');
  const talk = await cliReading(hub, 'What can you do?\nAnd what did I ask before?\n', 'chat', 'helper');
  check('both answers', talk.replace('\n', ' | '), 'I can write notes. | You asked what I can do.');
  const { body } = await ask(hub, '/api/runs?limit=2');
  const [later, earlier] = body as unknown as { conversationId: string }[];
  check('one conversation', later?.conversationId === earlier?.conversationId, true);
  check('exit code', await hub.stop(), 0);
}

await tellStory(story);
