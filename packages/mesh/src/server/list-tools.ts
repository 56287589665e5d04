import type { JsonObject } from '@patchbay/contracts';
import type { Wrappers } from '../tools/wrappers.ts';

/** The list of tools never changes while an agent runs. What is injected is no argument, so nobody sees it. */
export function listTools(wrappers: Wrappers): readonly JsonObject[] {
  return wrappers.all().map(({ definition: { name, description, input, output } }) => ({
    name,
    ...(description !== '' && { description }),
    inputSchema: input.json,
    // The older revisions know data only as objects.
    ...(output?.json['type'] === 'object' && { outputSchema: output.json }),
  }));
}
