import { isJsonObject, type Json, type JsonObject, type ToolDefinition } from '@patchbay/contracts';
import { createHub } from '@patchbay/hub';
import { createCheckArguments } from '@patchbay/core';
import { createRecordingLog, nativePatterns } from '@patchbay/testkit';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { anything } from '../support/arbitraries.ts';
import { everythingStdio } from '../support/official-servers.ts';

const lenient = { strict: false, logger: false } as const;

async function everythingTools(): Promise<readonly ToolDefinition[]> {
  const hub = await createHub({
    database: 'memory',
    mcp: { servers: [{ name: 'all', ...everythingStdio }] },
  });
  onTestFinished(() => hub.close());
  await hub.connect('all');
  return hub.tools('all').map(({ definition }) => definition);
}

/** Arguments that are near what the schema wants: its own names, with values of which some fit. */
function argumentsFor({ properties }: JsonObject): fc.Arbitrary<JsonObject> {
  const near = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => {
    const { enum: choices, default: usual } = isJsonObject(schema) ? schema : {};
    const likely = [...(Array.isArray(choices) ? (choices as Json[]) : []), usual ?? 'text', 1, 5.5, true];
    return [name, fc.oneof(fc.constantFrom(...likely), anything as fc.Arbitrary<Json>)] as const;
  });
  return fc.record(Object.fromEntries([...near, ['more', fc.constant(1)]]), { requiredKeys: [] });
}

it('are judged as ajv judges them: arguments of the tools of the reference server', async () => {
  const tools = await everythingTools();
  expect(tools.length).toBeGreaterThan(10);
  const log = createRecordingLog();
  const check = createCheckArguments({ compilePattern: nativePatterns, log });
  for (const { name, inputSchema = {} } of tools) {
    const isOld = String(inputSchema['$schema'] as string).includes('draft-07');
    const validate = (isOld ? new Ajv(lenient) : new Ajv2020(lenient)).compile(inputSchema);
    fc.assert(
      fc.property(argumentsFor(inputSchema), (args) => {
        const wrong = check({ qualified: name, inputSchema }, args);
        expect(wrong === undefined, `${name} ${JSON.stringify(args)}: ${wrong ?? 'fits'}`).toBe(
          validate(args),
        );
      }),
      { numRuns: 200 },
    );
  }
  expect(log.lines).toEqual([]);
});
