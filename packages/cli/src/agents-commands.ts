import { row, type Row } from './command-row.ts';

/** Those who use tools: agents of the hub and of the mesh. */
export const agentsCommands: readonly Row[] = [
  row('models list', 'Show the models that agents may use.', () => import('./commands/models-list.ts')),
  row(
    'models show',
    'Show how a model is defined. Its key and headers stay sealed.',
    () => import('./commands/models-show.ts'),
  ),
  row(
    'models add',
    'Add a model that agents may use. Its key is sealed in the store.',
    () => import('./commands/models-add.ts'),
  ),
  row(
    'models test',
    'Ask a model for a word: whether its key, name and address are good.',
    () => import('./commands/models-test.ts'),
  ),
  row(
    'models remove',
    'Remove a model and its key. Agents that use it fail until they have another.',
    () => import('./commands/models-remove.ts'),
  ),
  row('agents list', 'Show the agents.', () => import('./commands/agents-list.ts')),
  row(
    'agents add',
    'Add an agent: a model with instructions, tools and limits.',
    () => import('./commands/agents-add.ts'),
  ),
  row('agents show', 'Show how an agent is defined.', () => import('./commands/agents-show.ts')),
  row(
    'agents remove',
    'Remove an agent. Its runs go on as it was.',
    () => import('./commands/agents-remove.ts'),
  ),
  row(
    'chat',
    'Talk to an agent, question by question. A line /call server.tool {…} calls a tool without a model.',
    () => import('./commands/chat.ts'),
  ),
  row(
    'run',
    'Let an agent do something, and watch it. Exits with 0 when it has an answer, 3 when cancelled.',
    () => import('./commands/run.ts'),
  ),
  row(
    'runs list',
    'Show runs, newest first: your own; all of them for an admin.',
    () => import('./commands/runs-list.ts'),
  ),
  row(
    'runs show',
    'Show a run: how it stands, what it cost, and its answer.',
    () => import('./commands/runs-show.ts'),
  ),
  row(
    'runs follow',
    'Show what happened in a run, and what happens, until it ends. Ctrl-C stops watching, not the run.',
    () => import('./commands/runs-follow.ts'),
  ),
  row(
    'runs cancel',
    'End a run: its model, its calls and its questions.',
    () => import('./commands/runs-cancel.ts'),
  ),
  row('alerts send', 'Let an agent look at an alert.', () => import('./commands/alerts-send.ts')),
  row(
    'mesh list',
    'Show the agents of the mesh: what they provide, and how many of their dependencies are met.',
    () => import('./commands/mesh-list.ts'),
  ),
  row(
    'mesh status',
    'Show how the mesh is, or one of its agents.',
    () => import('./commands/mesh-status.ts'),
  ),
  row(
    'mesh tokens',
    'Show the keys that may register agents, and how many of theirs there are.',
    () => import('./commands/mesh-tokens.ts'),
  ),
  row('mesh call', 'Call whoever provides a capability.', () => import('./commands/mesh-call.ts')),
  row(
    'mesh explain',
    'Say why a dependency has its provider, stage by stage. Exits 1 if one has none.',
    () => import('./commands/mesh-explain.ts'),
  ),
  row(
    'mesh events',
    'Show what happened in the mesh, newest first.',
    () => import('./commands/mesh-events.ts'),
  ),
  row(
    'mesh approve',
    'Let the agents of a name be a server in the catalogue.',
    () => import('./commands/mesh-approve.ts'),
  ),
  row(
    'mesh drain',
    'Let the registry take no new agents, until it is told otherwise or restarted.',
    () => import('./commands/mesh-drain.ts'),
  ),
  row(
    'mesh scaffold',
    'Write a TypeScript agent that works, with its test.',
    () => import('./commands/mesh-scaffold.ts'),
  ),
];
