/** A file of a new agent. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface ScaffoldWish {
  readonly name: string;
  readonly kind: 'tool' | 'llm-tool';
  readonly version: string;
}

const sdk = '@patchbay/mesh';

/** What the new file imports is no import of this one, to people and to checks. */
function imported(names: string, module: string): string {
  return ['import', names, 'from', `'${module}';`].join(' ');
}

/** Everything that a TypeScript agent needs to run and to be tested. */
export function scaffoldAgent(wish: ScaffoldWish): NewFile[] {
  const [agent, test] = wish.kind === 'tool' ? toolAgent(wish.name) : llmAgent(wish.name);
  return [
    { path: 'package.json', text: manifest(wish) },
    { path: 'src/agent.ts', text: agent },
    { path: 'src/agent.test.ts', text: test },
    { path: 'src/main.ts', text: main },
    { path: 'README.md', text: readme(wish) },
  ];
}

function manifest({ name, version }: ScaffoldWish): string {
  const content = {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { start: 'node src/main.ts', test: 'node --test' },
    dependencies: { [sdk]: version, zod: '^4.0.0' },
    engines: { node: '>=24' },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

const main = `${imported('{ runAgent }', sdk)}
import { agent } from './agent.ts';

await runAgent(agent);
`;

function toolAgent(name: string): [string, string] {
  const agent = `${imported('{ defineAgent }', sdk)}
${imported('{ z }', 'zod')}

export const agent = defineAgent('${name}', { description: 'Greets people.' }).tool('greet', {
  description: 'Greets somebody by name.',
  input: z.object({ name: z.string() }),
  async run({ name }) {
    return \`Hello, \${name}!\`;
  },
});
`;
  const test = `${imported('{ equal }', 'node:assert/strict')}
${imported('{ it }', 'node:test')}
${imported('{ createTestMesh }', `${sdk}/testing`)}
import { agent } from './agent.ts';

it('greets by name', async () => {
  await using mesh = await createTestMesh();
  await mesh.start(agent);
  equal(await mesh.call('greet', { name: 'Ada' }), 'Hello, Ada!');
});
`;
  return [agent, test];
}

function llmAgent(name: string): [string, string] {
  const agent = `${imported('{ defineAgent }', sdk)}
${imported('{ z }', 'zod')}

export const agent = defineAgent('${name}', { description: 'Answers questions with a model of the mesh.' }).tool('ask', {
  description: 'Answers a question.',
  input: z.object({ question: z.string() }),
  llm: { system: 'Answer in one sentence.', filterMode: '*' },
  async run({ question }, mesh) {
    return mesh.llm.generate(question);
  },
});
`;
  const test = `${imported('{ equal }', 'node:assert/strict')}
${imported('{ it }', 'node:test')}
${imported('{ createTestMesh }', `${sdk}/testing`)}
import { agent } from './agent.ts';

it('answers with what the model says', async () => {
  await using mesh = await createTestMesh();
  await mesh.provideLlm(async () => 'Forty-two.');
  await mesh.start(agent);
  equal(await mesh.call('ask', { question: 'What is it?' }), 'Forty-two.');
});
`;
  return [agent, test];
}

function readme({ name, kind }: ScaffoldWish): string {
  const call = kind === 'tool' ? 'greet name=Ada' : 'ask question="What is it?"';
  return `# ${name}

An agent of the mesh.

\`\`\`sh
npm install
npm test
npm start        # registers at MCP_MESH_REGISTRY_URL, http://localhost:8000 if not set
\`\`\`

In another terminal:

\`\`\`sh
patchbay mesh list
patchbay mesh call ${call}
\`\`\`
`;
}
