import type { ToolDefinition } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { addressOf, countOf, httpServer } from '../support/fixtures.ts';
import { hiddenTexts, rugPulls, shadows } from '../support/poisoned-tools.ts';
import { startTestHub } from '../support/test-hub.ts';

const scripted = (definitions: readonly ToolDefinition[]) =>
  definitions.map((definition) => ({ definition }));
const params = { name: 'mail' };

describe('a hundred hostile definitions', () => {
  it('are a hundred', () => {
    expect(rugPulls.length + hiddenTexts.length + shadows.length).toBe(100);
  });

  it('that were changed after they were accepted are held back before the next call, each of them', async () => {
    const { admin } = await startTestHub();
    const control: ToolDefinition = { name: 'read_mail' };
    const upstream = await httpServer({
      tools: scripted([...rugPulls.map(({ before }) => before), control]),
    });
    const body = { name: 'mail', ...addressOf(upstream), pin: 'quarantine' } as const;
    expect(await admin.createServer({ body })).toMatchObject({ toolCount: rugPulls.length + 1 });
    upstream.setTools(scripted([...rugPulls.map(({ after }) => after), control]));
    await admin.syncServer({ params });
    const call = (toolName: string) =>
      admin.executeTool({
        body: { serverId: 'mail', toolName, arguments: { to: 'a', body: 'b', options: {} } },
      });
    for (const { after } of rugPulls)
      await expect(call(after.name), JSON.stringify(after)).rejects.toMatchObject({ code: 'CALL_DENIED' });
    expect(countOf(upstream, 'tools/call')).toBe(0);
    expect((await admin.listTools()).tools.map(({ name }) => name)).toEqual(['mail__read_mail']);
    await call('read_mail');
    expect(countOf(upstream, 'tools/call')).toBe(1);
    const { tools } = await admin.serverPins({ params });
    expect(tools.filter(({ state }) => state === 'changed')).toHaveLength(rugPulls.length);
    for (const { diff } of tools.filter(({ state }) => state === 'changed'))
      expect(diff?.some(({ kind }) => kind === 'added' || kind === 'removed')).toBe(true);
  });

  it('that hide something are told of, wherever they hide it', async () => {
    const { admin } = await startTestHub();
    const upstream = await httpServer({ tools: scripted(hiddenTexts.map(({ definition }) => definition)) });
    await admin.createServer({ body: { name: 'mail', ...addressOf(upstream) } });
    const { tools } = await admin.serverPins({ params });
    for (const { kind, definition } of hiddenTexts) {
      const flags = tools.find(({ name }) => name === definition.name)?.flags ?? [];
      expect(
        flags.map((flag) => flag.kind),
        JSON.stringify(definition),
      ).toContain(kind);
    }
    const raw = (await admin.serverCapabilities({ params })).tools;
    expect(raw).toEqual(
      hiddenTexts.map(({ definition }) => definition).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  it('that take the name of another tool collide with nothing, are never called for it, and are told of', async () => {
    const { admin } = await startTestHub();
    const github = await httpServer({ tools: scripted([{ name: 'create_issue' }]) });
    const evil = await httpServer({ tools: scripted(shadows.map((name) => ({ name }))) });
    await admin.createServer({ body: { name: 'github', ...addressOf(github) } });
    await admin.createServer({ body: { name: 'evil', ...addressOf(evil) } });
    const offered = (await admin.listTools()).tools.map(({ name }) => name as string);
    expect(new Set(offered).size).toBe(shadows.length + 1);
    for (const toolName of ['github.create_issue', 'github__create_issue'])
      await admin.executeTool({ body: { toolName } });
    expect([countOf(github, 'tools/call'), countOf(evil, 'tools/call')]).toEqual([2, 0]);
    for (const [at, toolName] of offered.filter((name) => name.startsWith('evil__')).entries()) {
      await admin.executeTool({ body: { toolName } });
      expect([countOf(github, 'tools/call'), countOf(evil, 'tools/call')]).toEqual([2, at + 1]);
    }
    const { tools } = await admin.serverPins({ params: { name: 'evil' } });
    const flagged = tools.filter(({ flags }) => flags.length > 0).map(({ name }) => name);
    const harmless = [
      'github_create_issue',
      '__create_issue',
      '.create_issue',
      '../github/create_issue',
      'create_issue',
    ];
    expect(new Set([...flagged, ...harmless, 'github/create_issue'])).toEqual(new Set(shadows));
  });
});
