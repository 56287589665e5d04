import { isJsonObject, type Json, type JsonObject } from '@patchbay/contracts';
import type { InputRequest } from './interaction.ts';

/** Of what a client declares, what the hub passes on for it; undefined if that is nothing. */
export function relayedCapabilities(declared: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(declared)) return undefined;
  const { elicitation, sampling, roots } = declared;
  if (!isJsonObject(elicitation) && !isJsonObject(sampling) && !isJsonObject(roots)) return undefined;
  return {
    ...(isJsonObject(elicitation) && { elicitation }),
    ...(isJsonObject(sampling) && { sampling }),
    ...(isJsonObject(roots) && { roots: {} }), // that they change is told to nobody
  };
}

/** What a client would have to declare to be asked this; undefined when it has. */
export function missingCapability(
  capabilities: JsonObject | undefined,
  { method, params }: InputRequest,
): JsonObject | undefined {
  const { elicitation, sampling, roots }: JsonObject = capabilities ?? {};
  if (method === 'roots/list') return isJsonObject(roots) ? undefined : { roots: {} };
  if (method === 'sampling/createMessage') {
    const needs = params['tools'] === undefined ? {} : { tools: {} };
    return covers(sampling, needs) ? undefined : { sampling: needs };
  }
  if (params['mode'] === 'url')
    return covers(elicitation, { url: {} }) ? undefined : { elicitation: { url: {} } };
  return canFillForms(elicitation) ? undefined : { elicitation: { form: {} } };
}

/** One that says nothing more about it means forms: there was nothing else at first. */
function canFillForms(elicitation: Json | undefined): boolean {
  if (!isJsonObject(elicitation)) return false;
  return elicitation['form'] !== undefined || elicitation['url'] === undefined;
}

function covers(declared: Json | undefined, needs: JsonObject): boolean {
  return isJsonObject(declared) && Object.keys(needs).every((key) => declared[key] !== undefined);
}
