import {
  isJsonObject,
  isLegacyVersion,
  modernVersion,
  PatchbayError,
  rpcCodes,
  type Era,
  type Json,
  type JsonObject,
  type RpcAnswer,
} from '@patchbay/contracts';
import type { Failures } from './classify.ts';
import { readDiscovered, type Greeting } from './greeting.ts';

/** How one kind of transport asks the two questions that tell the eras apart. */
export interface Greeter {
  readonly failures: Failures;
  readonly knownEra: Era | undefined;
  remainingMs(): number;
  /** `server/discover`. Undefined when the server turned it away in a manner that modern servers do not have. */
  discover(timeoutMs: number): Promise<RpcAnswer | undefined>;
  /** `initialize`, with all that belongs to it. A failure is given, not thrown, when the server refused. */
  initialize(): Promise<Greeting | PatchbayError>;
}

/**
 * Finds out which era a server speaks, and greets it. A known era saves the probe. Neither silence nor a known
 * verdict is proof, so when the handshake is refused after one of them, the probe is done again.
 */
export async function negotiate(greeter: Greeter): Promise<Greeting> {
  const first = greeter.knownEra === 'legacy' ? 'silent' : await probe(greeter, probeMs(greeter));
  if (typeof first === 'object') return first;
  const met = await greeter.initialize();
  if (!PatchbayError.is(met)) return met;
  const second = first === 'silent' ? await probe(greeter, greeter.remainingMs()) : first;
  if (typeof second === 'object') return second;
  throw met;
}

type Verdict = Greeting | 'legacy' | 'silent';

/** Long enough for a server that is up, short enough to leave time for the handshake. */
function probeMs(greeter: Greeter): number {
  const leftMs = greeter.remainingMs();
  return greeter.knownEra === 'modern' ? leftMs / 2 : Math.min(leftMs / 3, 2_000);
}

async function probe(greeter: Greeter, timeoutMs: number): Promise<Verdict> {
  try {
    return judge(await greeter.discover(timeoutMs), greeter.failures);
  } catch (error) {
    if (PatchbayError.is(error, 'MCP_TIMEOUT')) return 'silent';
    throw error;
  }
}

/** Modern are a proper answer and the three errors that only modern servers have; all else is legacy. */
function judge(answer: RpcAnswer | undefined, failures: Failures): Verdict {
  if (answer === undefined) return 'legacy';
  if (answer.error === undefined)
    return judgeVersions(answer.result, answer.result['supportedVersions'], failures);
  const { code, message, data } = answer.error;
  if (code === rpcCodes.unsupportedVersion)
    return judgeVersions({}, isJsonObject(data) ? data['supported'] : [], failures);
  if (code === rpcCodes.headerMismatch || code === rpcCodes.missingClientCapability)
    throw failures.broke(`it refuses to be discovered: ${message}`, 'refused');
  return 'legacy';
}

function judgeVersions(result: JsonObject, versions: Json | undefined, failures: Failures): Verdict {
  if (!Array.isArray(versions)) return 'legacy';
  if (versions.includes(modernVersion)) return readDiscovered(result);
  if (versions.some((version) => isLegacyVersion(version))) return 'legacy';
  throw failures.broke(`it speaks only MCP ${versions.join(', ')}, which is not known here`, 'refused');
}
