import type { JsonObject } from '@patchbay/contracts';
import { describe, expect, it } from 'vitest';
import { missingCapability, relayedCapabilities } from './capabilities.ts';
import type { InputRequest } from './interaction.ts';

const form: InputRequest = { method: 'elicitation/create', params: { message: 'Who?' } };
const url: InputRequest = { method: 'elicitation/create', params: { mode: 'url', url: 'https://x' } };
const sample: InputRequest = { method: 'sampling/createMessage', params: { messages: [] } };
const sampleWithTools: InputRequest = { ...sample, params: { messages: [], tools: [] } };
const roots: InputRequest = { method: 'roots/list', params: {} };

describe('what a client declared', () => {
  it.each<[InputRequest, JsonObject]>([
    [form, { elicitation: {} }],
    [form, { elicitation: { form: {} } }],
    [form, { elicitation: { form: {}, url: {} } }],
    [url, { elicitation: { url: {} } }],
    [sample, { sampling: {} }],
    [sampleWithTools, { sampling: { tools: {} } }],
    [roots, { roots: {} }],
  ])('is enough for %j: %j', (request, capabilities) => {
    expect(missingCapability(capabilities, request)).toBeUndefined();
  });

  it.each<[InputRequest, JsonObject | undefined, JsonObject]>([
    [form, undefined, { elicitation: { form: {} } }],
    [form, { sampling: {} }, { elicitation: { form: {} } }],
    [form, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [url, { elicitation: {} }, { elicitation: { url: {} } }],
    [sample, { roots: {} }, { sampling: {} }],
    [sampleWithTools, { sampling: {} }, { sampling: { tools: {} } }],
    [roots, {}, { roots: {} }],
  ])('is not enough for %j: %j', (request, capabilities, missing) => {
    expect(missingCapability(capabilities, request)).toEqual(missing);
  });

  it('is passed on as far as the hub can pass on what it leads to', () => {
    const declared = { elicitation: { url: {} }, roots: { listChanged: true }, tasks: {}, sampling: 'yes' };
    expect(relayedCapabilities(declared)).toEqual({ elicitation: { url: {} }, roots: {} });
    expect(relayedCapabilities({ tasks: {} })).toBeUndefined();
    expect(relayedCapabilities('all')).toBeUndefined();
  });
});
