import type { MeshDependency, MeshTool } from '@patchbay/contracts';
import { aMeshAgent, aMeshTool } from '@patchbay/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeshAgent, Provider } from './mesh-agent.ts';
import { findRequiredCycle, requiredEdges } from './required-cycle.ts';
import { createResolver, type Providers } from './resolver.ts';

const capabilities = ['a', 'b', 'c'];
const tags = ['x', 'y', 'z'];
const versions = ['', '1.0.0', '1.2.0', '2.0.0', 'nightly'];

const wishes: fc.Arbitrary<MeshDependency> = fc.record(
  {
    capability: fc.constantFrom(...capabilities),
    tags: fc.array(
      fc.oneof(
        fc.constantFrom('x', '+x', '-x', 'y', '+y', '-z', ''),
        fc.array(fc.constantFrom('x', '+y', '-z'), { maxLength: 3 }),
      ),
      { maxLength: 3 },
    ),
    version: fc.constantFrom('', '>=1.0', '^1.0', '2.0.0', 'nightly'),
    required: fc.boolean(),
  },
  { requiredKeys: ['capability'] },
);

const tools: fc.Arbitrary<MeshTool> = fc
  .record({
    function_name: fc.constantFrom('f', 'g'),
    capability: fc.constantFrom(...capabilities),
    version: fc.constantFrom(...versions),
    tags: fc.subarray(tags),
    dependencies: fc.array(wishes, { maxLength: 2 }),
  })
  .map(aMeshTool);

const meshes = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1', 'c2'),
      status: fc.constantFrom('healthy' as const, 'healthy' as const, 'unhealthy' as const),
      namespace: fc.constantFrom('default', 'other'),
      tools: fc.uniqueArray(tools, { maxLength: 2, selector: (tool) => tool.function_name }),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  .map((agents) => agents.map(aMeshAgent));

function setup(agents: readonly MeshAgent[], enforceNamespaces = false) {
  const all: Provider[] = agents.flatMap((agent) => agent.tools.map((tool) => ({ agent, tool })));
  const providers: Providers = {
    of: (capability) => all.filter((provider) => provider.tool.capability === capability),
    all: () => all,
  };
  return createResolver(providers, { enforceNamespaces });
}

const told = ({ chosen, stages }: ReturnType<ReturnType<typeof setup>['resolve']>) => ({
  chosen: chosen && `${chosen.agent.id}:${chosen.tool.function_name}`,
  stages,
});

it('gives the same choice and the same reasons in whatever order agents came and questions are asked', () => {
  fc.assert(
    fc.property(meshes, fc.array(wishes, { minLength: 1 }), fc.boolean(), (agents, asked, enforce) => {
      const [one, other] = [setup(agents, enforce), setup(agents.toReversed(), enforce)];
      const answers = asked.map((wish) => told(one.resolve(wish)));
      const reversed = asked.toReversed().map((wish) => told(other.resolve(wish)));
      expect(reversed.toReversed()).toEqual(answers);
    }),
  );
});

it('gives only what is healthy and can do what is asked', () => {
  fc.assert(
    fc.property(meshes, wishes, (agents, wish) => {
      const { chosen } = setup(agents).resolve(wish);
      fc.pre(chosen !== undefined);
      expect(chosen).toMatchObject({ agent: { status: 'healthy' }, tool: { capability: wish.capability } });
    }),
  );
});

it('never brings back what a stage put out, and chooses somebody if anybody is left', () => {
  fc.assert(
    fc.property(meshes, wishes, (agents, wish) => {
      const { chosen, stages } = setup(agents).resolve(wish);
      for (const [at, { kept, evicted = [] }] of stages.entries()) {
        const entered = [...kept, ...evicted.map(({ id }) => id)];
        expect(entered.toSorted()).toEqual((stages[at - 1]?.kept ?? entered).toSorted());
      }
      expect(chosen !== undefined).toBe((stages.at(-1)?.kept.length ?? 0) > 0);
    }),
  );
});

it('finds somebody with more agents wherever it found somebody with fewer', () => {
  fc.assert(
    fc.property(meshes, meshes, wishes, (agents, more, wish) => {
      const known = new Set(agents.map(({ id }) => id));
      const all = [...agents, ...more.filter(({ id }) => !known.has(id))];
      fc.pre(setup(agents).resolve(wish).chosen !== undefined);
      expect(setup(all).resolve(wish).chosen).toBeDefined();
    }),
  );
});

it('finds nobody with a narrower wish where it found nobody with a wider one', () => {
  fc.assert(
    fc.property(meshes, wishes, fc.constantFrom(...tags), (agents, wish, tag) => {
      const narrower = { ...wish, tags: [...(wish.tags ?? []), tag] };
      const resolver = setup(agents);
      fc.pre(resolver.resolve(narrower).chosen !== undefined);
      expect(resolver.resolve(wish).chosen).toBeDefined();
    }),
  );
});

it('has an available provider behind every required dependency of one that it chooses', () => {
  fc.assert(
    fc.property(meshes, wishes, (agents, wish) => {
      const resolver = setup(agents);
      const { chosen } = resolver.resolve(wish);
      for (const dependency of chosen?.tool.dependencies?.filter(({ required }) => required) ?? [])
        expect(resolver.resolve(dependency).chosen).toBeDefined();
    }),
  );
});

it('finds a loop of required dependencies exactly where following them comes back', () => {
  const reaches = (edges: ReturnType<typeof requiredEdges>, from: string): boolean => {
    const open = [...(edges.get(from) ?? [])];
    const seen = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === from) return true;
      if (!seen.has(next)) open.push(...(edges.get(next) ?? []));
      seen.add(next);
    }
    return false;
  };
  fc.assert(
    fc.property(fc.array(tools), (all) => {
      const edges = requiredEdges(all);
      const cycle = findRequiredCycle(edges);
      expect(cycle !== undefined).toBe(capabilities.some((capability) => reaches(edges, capability)));
      for (const [at, name] of (cycle?.slice(1) ?? []).entries())
        expect(edges.get(cycle?.[at] ?? '')?.has(name)).toBe(true);
    }),
  );
});
