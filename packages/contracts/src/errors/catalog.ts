import { accessErrors } from './access.ts';
import { approvalErrors } from './approvals.ts';
import { callErrors } from './calls.ts';
import { entryErrors } from './entries.ts';
import { hubErrors } from './hub.ts';
import { meshAgentErrors } from './mesh-agents.ts';
import { meshErrors } from './mesh.ts';
import { offerErrors } from './offers.ts';
import { policyErrors } from './policies.ts';
import { profileErrors } from './profiles.ts';
import { requestErrors } from './request.ts';
import { runErrors } from './runs.ts';
import { serverErrors } from './servers.ts';

/**
 * Every failure a caller can see, one row each.
 *
 * HTTP status, retry advice, the CLI's next step and docs/reference/errors.md all come from this table, so a
 * new kind of failure is one new row and never a new `if` at an edge.
 */
export const errorCatalog = {
  ...requestErrors,
  ...accessErrors,
  ...serverErrors,
  ...callErrors,
  ...offerErrors,
  ...approvalErrors,
  ...policyErrors,
  ...entryErrors,
  ...runErrors,
  ...profileErrors,
  ...meshErrors,
  ...hubErrors,
  ...meshAgentErrors,
} as const;

export type ErrorCode = keyof typeof errorCatalog;
export type ErrorData<C extends ErrorCode> = Parameters<(typeof errorCatalog)[C]['says']>[0];

export const errorCodes = Object.keys(errorCatalog) as ErrorCode[];
