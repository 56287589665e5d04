import type { MeshDependency, MeshTool } from '@patchbay/contracts';
import { aMeshAgent, aMeshTool } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { llmProvider, llmTools } from './llm-needs.ts';
import type { MeshAgent, Provider } from './mesh-agent.ts';
import { createResolver, type Providers } from './resolver.ts';

function providersOf(agents: readonly MeshAgent[]): Providers {
  const all: Provider[] = agents.flatMap((agent) => agent.tools.map((tool) => ({ agent, tool })));
  return { of: (capability) => all.filter(({ tool }) => tool.capability === capability), all: () => all };
}

function setup(agents: readonly MeshAgent[], enforceNamespaces = false) {
  const providers = providersOf(agents);
  const resolver = createResolver(providers, { enforceNamespaces });
  const chosenFor = (dependency: Partial<MeshDependency>): string | undefined =>
    resolver.resolve({ capability: 'adder', ...dependency }).chosen?.agent.id;
  return { providers, resolver, chosenFor, world: { providers, resolver } };
}

function agent(id: string, tool: Partial<MeshTool> = {}, overrides: Partial<MeshAgent> = {}): MeshAgent {
  return aMeshAgent({ id, tools: [aMeshTool(tool)], ...overrides });
}

describe('choosing a provider', () => {
  it('gives the first by name where nothing else tells them apart', () => {
    const { chosenFor } = setup([agent('a2'), agent('a1'), agent('a3')]);
    expect(chosenFor({})).toBe('a1');
  });

  it('gives the newest of those that fit equally well', () => {
    const { chosenFor } = setup([agent('a1', { version: '1.9.0' }), agent('a2', { version: '1.10.0' })]);
    expect(chosenFor({})).toBe('a2');
  });

  it('gives what is welcome before what is newest', () => {
    const agents = [agent('new', { version: '2.0.0' }), agent('fast', { tags: ['fast'] })];
    expect(setup(agents).chosenFor({ tags: ['+fast'] })).toBe('fast');
    expect(setup(agents).chosenFor({ tags: ['-fast'] })).toBe('new');
  });

  it.each([
    [['math'], ['math'], 5],
    [['math', 'fast'], ['math', '+fast'], 15],
    [['math'], ['math', '+fast'], 5],
    [['math', 'python'], [['python', 'typescript']], 5],
    [['typescript'], [['python', '+typescript']], 10],
    [['a'], [], 0],
  ])('counts %j as asked for with %j: %j', (tags, asked, score) => {
    // One point less loses and one more wins, so the rival shows the score.
    const needed = Array.from({ length: score / 5 }, (_, n) => `p${String(n)}`);
    const rival = agent('0-rival', { tags: [...tags, ...needed] });
    expect(setup([agent('1-own', { tags }), rival]).chosenFor({ tags: asked })).toBe('0-rival');
  });

  it.each([
    [['typescript'], [['python', '-typescript']], 'ExtraTagDisallowed'],
    [['go'], [['python', 'typescript']], 'MissingTag'],
    [['math'], ['physics'], 'MissingTag'],
    [['old'], ['-old'], 'ExtraTagDisallowed'],
  ])('puts out %j where %j is asked for: %s', (tags, asked, reason) => {
    const { resolver } = setup([agent('a1', { tags })]);
    const { chosen, stages } = resolver.resolve({ capability: 'adder', tags: asked });
    expect(chosen).toBeUndefined();
    expect(stages.find(({ stage }) => stage === 'tags')?.evicted).toMatchObject([{ id: 'a1:add', reason }]);
  });

  it('says of every stage whom it kept and whom it put out, and why', () => {
    const { resolver } = setup([
      agent('dead', {}, { status: 'unhealthy' }),
      agent('old', { version: '0.9.0' }),
      agent('plain'),
      agent('good', { tags: ['math'] }),
      agent('good2', { tags: ['math'] }),
    ]);
    const { stages } = resolver.resolve({ capability: 'adder', tags: ['+math'], version: '>=1.0' });
    expect(stages).toEqual([
      {
        stage: 'health',
        kept: ['good:add', 'good2:add', 'old:add', 'plain:add'],
        evicted: [{ id: 'dead:add', reason: 'Unhealthy', details: { status: 'unhealthy' } }],
      },
      { stage: 'capability_match', kept: ['good:add', 'good2:add', 'old:add', 'plain:add'] },
      { stage: 'tags', kept: ['good:add', 'good2:add', 'old:add', 'plain:add'] },
      {
        stage: 'version',
        kept: ['good:add', 'good2:add', 'plain:add'],
        evicted: [
          {
            id: 'old:add',
            reason: 'VersionConstraintFailed',
            details: { version: '0.9.0', constraint: '>=1.0' },
          },
        ],
      },
      { stage: 'schema', kept: ['good:add', 'good2:add', 'plain:add'] },
      {
        stage: 'tiebreaker',
        kept: ['good:add', 'good2:add', 'plain:add'],
        chosen: 'good:add',
        reason: 'HighestScoreThenVersion',
      },
    ]);
  });

  it('only notes a namespace, unless namespaces are enforced', () => {
    const agents = [agent('a1', {}, { namespace: 'other' }), agent('b1', {}, { namespace: 'default' })];
    expect(setup(agents).chosenFor({ namespace: 'default' })).toBe('a1');
    expect(setup(agents, true).chosenFor({ namespace: 'default' })).toBe('b1');
    expect(setup(agents, true).chosenFor({})).toBe('b1');
    expect(
      setup(agents, true).resolver.resolve({ capability: 'adder', home: 'other' }).chosen?.agent.id,
    ).toBe('a1');
    expect(setup(agents, true).chosenFor({ namespace: 'third' })).toBeUndefined();
  });
});

describe('comparing schemas', () => {
  const expected = {
    expectedSchemaHash: 'sha256:e',
    expectedSchemaCanonical: {
      type: 'object',
      required: ['sum', 'parts'],
      properties: { sum: { type: 'number' }, parts: { type: 'array', items: { type: 'string' } } },
    },
  };
  const wide = {
    type: 'object',
    properties: {
      sum: { type: 'integer' },
      parts: { type: 'array', items: { type: 'string' } },
      more: { type: 'boolean' },
    },
  };
  const narrow = { type: 'object', properties: { sum: { type: 'string' }, parts: { type: 'array' } } };

  it.each([
    ['strict, an equal hash', { outputSchemaHash: 'sha256:e' }, true],
    ['strict, another hash', { outputSchemaHash: 'sha256:o', outputSchemaCanonical: wide }, false],
    ['strict, no hash', {}, false],
    ['subset, more than is asked', { outputSchemaHash: 'sha256:w', outputSchemaCanonical: wide }, true],
    ['subset, less than is asked', { outputSchemaHash: 'sha256:n', outputSchemaCanonical: narrow }, false],
    ['subset, no hash', {}, true],
    ['none, less than is asked', { outputSchemaHash: 'sha256:n', outputSchemaCanonical: narrow }, true],
  ])('with %s: takes %j is %j', (what, tool, isTaken) => {
    const [matchMode] = what.split(',');
    const { chosenFor } = setup([agent('a1', tool)]);
    expect(chosenFor({ ...expected, matchMode })).toBe(isTaken ? 'a1' : undefined);
  });

  it('says what is missing where', () => {
    const { resolver } = setup([
      agent('a1', { outputSchemaHash: 'sha256:n', outputSchemaCanonical: narrow }),
    ]);
    const { stages } = resolver.resolve({ capability: 'adder', ...expected, matchMode: 'subset' });
    expect(stages.find(({ stage }) => stage === 'schema')?.evicted?.[0]?.details).toEqual({
      mode: 'subset',
      gaps: [
        { path: 'sum', kind: 'type_mismatch' },
        { path: 'parts.[]', kind: 'missing_items_schema' },
      ],
    });
  });
});

describe('a required dependency', () => {
  const needs = (capability: string, more: Partial<MeshDependency> = {}): Partial<MeshTool> => ({
    dependencies: [{ capability, required: true, ...more }],
  });

  it('makes a function unavailable that cannot have it, through any number of others', () => {
    const { resolver, chosenFor } = setup([
      agent('a', needs('b')),
      agent('b', { capability: 'b', ...needs('c') }),
      agent('c', { capability: 'c', ...needs('nope', { tags: ['+prod'] }) }),
    ]);
    expect(chosenFor({})).toBeUndefined();
    expect(resolver.resolve({ capability: 'adder' }).stages[0]?.evicted).toEqual([
      {
        id: 'a:add',
        reason: 'Unavailable',
        details: { reason: "required dep 'b' unavailable (provider b unavailable)" },
      },
    ]);
    const [c] = resolver.resolve({ capability: 'c' }).stages[0]?.evicted ?? [];
    expect(c?.details).toEqual({
      reason: "required dep 'nope' unresolved (no provider matches tags=[+prod])",
    });
  });

  it('names a provider that would fit and is down, not one that would not fit', () => {
    const dead = agent('x', { capability: 'x', tags: ['prod'] }, { status: 'unhealthy' });
    const reasonFor = (tags: string[]) => {
      const { resolver } = setup([agent('a', needs('x', { tags })), dead]);
      return resolver.resolve({ capability: 'adder' }).stages[0]?.evicted?.[0]?.details;
    };
    expect(reasonFor(['prod'])).toEqual({ reason: "required dep 'x' unavailable (provider x unhealthy)" });
    expect(reasonFor(['test'])).toEqual({
      reason: "required dep 'x' unresolved (no provider matches tags=[test])",
    });
  });

  it('that is optional changes nothing', () => {
    const { chosenFor } = setup([agent('a', { dependencies: [{ capability: 'nope' }] })]);
    expect(chosenFor({})).toBe('a');
  });

  it('in a loop is never met', () => {
    const { chosenFor } = setup([agent('a', needs('b')), agent('b', { capability: 'b', ...needs('adder') })]);
    expect([chosenFor({}), chosenFor({ capability: 'b' })]).toEqual([undefined, undefined]);
  });

  it('is met by whoever is not in the loop, whichever is asked for first', () => {
    const agents = [
      agent('a', needs('b')),
      agent('b1', { capability: 'b', ...needs('adder') }),
      agent('b2', { capability: 'b' }),
    ];
    const [one, other] = [setup(agents), setup(agents)];
    expect([one.chosenFor({}), one.chosenFor({ capability: 'b' })]).toEqual(['a', 'b1']);
    expect([other.chosenFor({ capability: 'b' }), other.chosenFor({})]).toEqual(['b1', 'a']);
  });
});

describe('the tools and the model of an LLM', () => {
  const inputSchema = { type: 'object' };
  const agents = [
    agent('me', { function_name: 'mine', capability: 'own', inputSchema }),
    agent('a1', { function_name: 'add', inputSchema, version: '1.0.0' }),
    agent('a2', { function_name: 'add', inputSchema, version: '2.0.0' }),
    agent('p', { function_name: 'read_pdf', capability: 'document', tags: ['pdf'], inputSchema }),
    agent('w', {
      function_name: 'read_word',
      capability: 'document',
      tags: ['word'],
      version: '3.0.0',
      inputSchema,
    }),
    agent('bare', { function_name: 'hidden', capability: 'document' }),
    agent('llm1', { function_name: 'process_chat', capability: 'llm', tags: ['gpt'], inputSchema }),
    agent('llm2', { function_name: 'process_chat', capability: 'llm', tags: ['claude'], inputSchema }),
  ];
  const namesFor = (filter: Parameters<typeof llmTools>[1]) =>
    llmTools(setup(agents).world, filter, 'me').map(
      (found) => `${found.agent.id}:${found.tool.function_name}`,
    );

  it.each([
    [
      'every tool but its own, each name once',
      { filter_mode: '*' },
      ['a1:add', 'llm1:process_chat', 'p:read_pdf', 'w:read_word'],
    ],
    ['what has the capability, its own too', { filter: ['own'], filter_mode: 'all' }, ['me:mine']],
    ['what has the tags', { filter: [{ capability: 'document', tags: ['pdf'] }] }, ['p:read_pdf']],
    ['what has the version', { filter: [{ capability: 'document', version: '>=2' }] }, ['w:read_word']],
    ['the newest of a name', { filter: ['adder'] }, ['a2:add']],
    [
      'the best of each capability',
      { filter: ['adder', 'document'], filter_mode: 'best_match' },
      ['a2:add', 'w:read_word'],
    ],
    ['nothing for what nobody has', { filter: ['nope'] }, []],
  ])('are %s', (_what, filter, expected) => {
    expect(namesFor(filter)).toEqual(expected);
  });

  it('is the model that fits best', () => {
    const { world } = setup(agents);
    expect(llmProvider(world, { capability: 'llm', tags: ['+claude'] })?.agent.id).toBe('llm2');
    expect(llmProvider(world, { capability: 'llm' })?.agent.id).toBe('llm1');
    expect(llmProvider(world, { capability: 'llm', tags: ['gemini'] })).toBeUndefined();
    expect(llmProvider(world, {})).toBeUndefined();
  });
});
