import { z } from 'zod';
import { errorCodes } from './errors/catalog.ts';
import type { PatchbayError } from './errors/patchbay-error.ts';

/** What every failing REST request answers. */
export const errorBodySchema = z
  .object({
    error: z.enum(errorCodes),
    message: z.string(),
    serverId: z.string().optional(),
    timestamp: z.iso.datetime(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

export function toErrorBody(error: PatchbayError, now: Date): ErrorBody {
  const { serverId, ...details }: Record<string, unknown> = { ...error.data };
  return {
    error: error.code,
    message: error.message,
    ...(typeof serverId === 'string' && { serverId }),
    timestamp: now.toISOString(),
    ...(Object.keys(details).length > 0 && { details }),
  };
}
