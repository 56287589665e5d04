import { PatchbayError, profileEntrySchema } from '@patchbay/contracts';
import { aProfile, createRecordingLog, createSmallHub } from '@patchbay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogTool } from '../catalog/catalog-tool.ts';
import { createProfileScope } from './profile-scope.ts';
import { createProfileToolbox } from './profile-toolbox.ts';
import type { Profile } from './profile.ts';

const servers = ['a', 'b', 'c'];
/** Names that collide, look like those of other servers, or need an alias. */
const names = ['echo', 'write', 'a__echo', 'files.read', 'search_tools', 'say', 'ü', 'x'.repeat(80)];
const chosen = ['say', 'a__echo', 'b__write', 'echo', 'other'];

const offers = fc.record(
  Object.fromEntries(servers.map((server) => [server, fc.uniqueArray(fc.constantFrom(...names))])),
);
const patterns = fc.array(
  fc.constantFrom('*', 'a.*', 'b.*', '*.echo', '*.write', 'c.say', '*read', 'a.a__echo', 'b.ech?'),
  { maxLength: 3 },
);
const overrides = fc
  .uniqueArray(
    fc.record({
      tool: fc
        .tuple(fc.constantFrom(...servers), fc.constantFrom(...names))
        .map(([server, tool]) => `${server}.${tool}`),
      name: fc.constantFrom(...chosen),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  )
  .map((all) => Object.fromEntries(all.map(({ tool, name }) => [tool, { name }])));

const profiles: fc.Arbitrary<Profile> = fc
  .record({
    servers: fc.array(fc.constantFrom('*', 'a', 'b', '[bc]', 'c', '?'), { maxLength: 2 }),
    tools: fc.record({ allow: patterns, deny: patterns }),
    naming: fc.constantFrom('prefixed' as const, 'bare' as const),
    overrides,
  })
  .map((given) => aProfile({ ...profileEntrySchema.parse(given) }));

async function open(profile: Profile, offered: Readonly<Record<string, readonly string[]>>) {
  const hub = createSmallHub();
  for (const server of servers) await hub.addServer(server, offered[server] ?? []);
  const scope = createProfileScope(profile);
  const log = createRecordingLog();
  return { hub, scope, toolbox: createProfileToolbox({ profile, scope, toolbox: hub.toolbox, log }) };
}

/** Every way to write the name of a tool that anybody may think of. */
function spellingsOf({ server, name, qualified, offered }: CatalogTool, { overrides: all }: Profile) {
  const renamed = all[qualified]?.name;
  return [qualified, offered, `${server}__${name}`, name, ...(renamed === undefined ? [] : [renamed])];
}

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (PatchbayError.is(error) && error.code.startsWith('TOOL_')) return undefined;
    throw error;
  }
}

describe('a tool that a profile does not have', () => {
  it('is not meant by any of its names there, nor by one with its server beside it', async () => {
    await fc.assert(
      fc.asyncProperty(profiles, offers, async (profile, offered) => {
        const { hub, scope, toolbox } = await open(profile, offered);
        const listed = new Set(toolbox.list().map(({ qualified }) => qualified));
        for (const tool of hub.toolbox.all()) {
          const isHere = listed.has(tool.qualified);
          expect(isHere && scope.missOf(tool) !== undefined).toBe(false);
          if (isHere) continue;
          for (const spelling of spellingsOf(tool, profile))
            expect(tryTo(() => toolbox.resolve(spelling))?.tool).not.toBe(tool);
          expect(tryTo(() => toolbox.resolve(tool.name, tool.server))).toBeUndefined();
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is named by no refusal', async () => {
    await fc.assert(
      fc.asyncProperty(profiles, offers, async (profile, offered) => {
        const { hub, toolbox } = await open(profile, offered);
        const here = new Set(toolbox.list().map(({ server }) => server as string));
        for (const name of ['nothing.x', 'a.nothing', 'b.nothing', 'c__nothing', 'echo', 'write']) {
          const told = refusalOf(() => toolbox.resolve(name));
          for (const server of told.servers) expect(here).toContain(server);
        }
        expect(hub.toolbox.all().length).toBeGreaterThanOrEqual(toolbox.list().length);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a tool that a profile has', () => {
  it('is listed once, and is what its name on the list means', async () => {
    await fc.assert(
      fc.asyncProperty(profiles, offers, async (profile, offered) => {
        const { toolbox } = await open(profile, offered);
        const list = toolbox.list();
        expect(new Set(list.map((tool) => tool.offered)).size).toBe(list.length);
        for (const { offered: name, qualified } of list)
          expect(toolbox.resolve(name).tool.qualified).toBe(qualified);
      }),
      { numRuns: 150 },
    );
  });
});

function refusalOf(act: () => unknown): { readonly servers: readonly string[] } {
  try {
    act();
    return { servers: [] };
  } catch (error) {
    if (PatchbayError.is(error, 'TOOL_SERVER_UNKNOWN')) return { servers: error.data.available };
    if (PatchbayError.is(error, 'TOOL_NAME_AMBIGUOUS')) return { servers: error.data.servers };
    return { servers: [] };
  }
}
