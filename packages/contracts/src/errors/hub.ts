import { listProblems, type Problem } from '../problem.ts';
import type { ErrorRows, NoData } from './row.ts';

/** The hub itself: starting, stopping, its configuration, database and keys. */
export const hubErrors = {
  CONFIG_INVALID: {
    status: 400,
    retry: false,
    says: (d: { problems: readonly Problem[] }) => listProblems(d.problems),
    fix: 'Mend the configuration; `patchbay config check` shows what is left.',
  },
  BIND_REFUSED: {
    status: 400,
    retry: false,
    says: (d: { host: string }) =>
      `Listening on ${d.host} would offer keys and tools to the network without encryption.`,
    fix: 'Set `tls.cert` and `tls.key`, or say `--behind-proxy` if a proxy in front does TLS, or listen on 127.0.0.1.',
  },
  ADDRESS_IN_USE: {
    status: 409,
    retry: true,
    says: (d: { host: string; port: number }) => `${d.host}:${String(d.port)} is in use already.`,
    fix: 'Stop the other program, or choose another port with --port.',
  },
  LISTEN_FAILED: {
    status: 500,
    retry: false,
    says: (d: { host: string; port: number; reason: string }) =>
      `The hub cannot listen on ${d.host}:${String(d.port)}: ${d.reason}`,
    fix: 'Choose an address of this machine with --host, and a port above 1023 with --port.',
  },
  DATA_DIR_UNUSABLE: {
    status: 500,
    retry: false,
    says: (d: { dataDir: string; reason: string }) =>
      `The data directory ${d.dataDir} cannot be used: ${d.reason}`,
    fix: 'Make it a folder that the user of the hub may write to, or choose another with --data-dir.',
  },
  DATA_DIR_IN_USE: {
    status: 409,
    retry: true,
    says: (d: { dataDir: string; pid: string }) =>
      `Another hub (process ${d.pid}) already works in ${d.dataDir}.`,
    fix: 'Stop it, or give this one its own --data-dir.',
  },
  SERVERS_REQUIRED: {
    status: 503,
    retry: true,
    says: (d: { missing: readonly string[] }) => `Required servers did not connect: ${d.missing.join(', ')}.`,
    fix: 'Mend them, or start with another `startup` than fatal.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    retry: true,
    says: (d: { reason: string }) => `The database does not answer: ${d.reason}`,
    fix: 'Try again in a moment; `/health` says when it is back.',
  },
  STORE_UNCERTAIN: {
    status: 503,
    retry: false,
    says: (d: { reason: string }) => `The database went away while it was writing: ${d.reason}`,
    fix: 'The change may have been made. Look before you do it again.',
  },
  STORE_UNREADABLE: {
    status: 500,
    retry: false,
    says: (d: { where: string; reason: string }) => `The database ${d.where} cannot be read: ${d.reason}`,
    fix: 'Restore a backup or point to another database. Patchbay has changed nothing in it.',
  },
  STORE_REFUSED: {
    status: 500,
    retry: false,
    says: (d: { where: string; reason: string }) => `${d.where} does not let the hub in: ${d.reason}`,
    fix: 'Check user, password and database name in the address.',
  },
  STORE_TOO_NEW: {
    status: 500,
    retry: false,
    says: (d: { found: number; known: number }) =>
      `The database has schema ${String(d.found)}, but this version of Patchbay knows only up to ${String(d.known)}.`,
    fix: 'Run the newer version of Patchbay, or restore the backup from before its upgrade.',
  },
  SECRETS_KEY_WRONG: {
    status: 500,
    retry: false,
    says: (d: { tried: string }) =>
      `The secrets in this database were sealed with another key than ${d.tried}.`,
    fix: 'Put the right key back. Without it the sealed secrets cannot be read by anyone.',
  },
  SECRETS_KEY_MISSING: {
    status: 500,
    retry: false,
    says: (d: { file: string }) =>
      `The secrets in this database are sealed, and their key ${d.file} is missing.`,
    fix: 'Put the key file back, or set ENCRYPTION_MASTER_PASSWORD_FILE if a password sealed them.',
  },
  SECRET_UNREADABLE: {
    status: 500,
    retry: false,
    says: (d: { owner: string; field: string }) =>
      `The stored ${d.field} of ${d.owner} was damaged or moved and cannot be opened.`,
    fix: 'Give the whole of it anew: transport and credentials.',
  },
  HUB_UNREACHABLE: {
    status: 503,
    retry: true,
    says: (d: { url: string; reason: string }) => `No hub answers at ${d.url}: ${d.reason}`,
    fix: 'Start one with `patchbay up`, or set PATCHBAY_URL to where it runs.',
  },
  HUB_LOST: {
    status: 502,
    retry: false,
    says: (_: NoData) => 'The hub was lost before it answered. What was asked of it may have been done.',
    fix: 'Check whether it had its effect before you repeat it.',
  },
  HUB_STOPPING: {
    status: 503,
    retry: true,
    says: (_: NoData) => 'The hub is stopping.',
    fix: 'Try again when it has started again.',
  },
  UNEXPECTED: {
    status: 500,
    retry: false,
    says: (_: NoData) => 'Something went wrong inside Patchbay.',
    fix: "The hub's log has the details under the same time.",
  },
} as const satisfies ErrorRows;
