import type { Json } from '../mcp/json.ts';
import type { ErrorRows } from './row.ts';

/** Resources and prompts: what can keep one from being read. */
export const offerErrors = {
  RESOURCE_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { uri: string }) => `Resource not found: ${d.uri}`,
    fix: 'Take a URI from `resources/list`, fill in a template, or say `patchbay://servers/<server>/<its URI>`.',
  },
  PROMPT_NOT_FOUND: {
    status: 404,
    retry: false,
    says: (d: { name: string }) => `Unknown prompt: ${d.name}`,
    fix: 'Take a name from `prompts/list`; prompts are called `server__prompt`.',
  },
  SERVER_REFUSED: {
    status: 502,
    retry: false,
    says: (d: { serverId: string; method: string; reason: string; code: number; data: Json | undefined }) =>
      d.reason,
    fix: 'The server answered with this error; change the request as it says.',
  },
} as const satisfies ErrorRows;
