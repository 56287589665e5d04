import { PatchbayError, reasonOf, type Transport } from '@patchbay/contracts';
import type { Link } from '@patchbay/core';
import { negotiate } from '../era.ts';
import { toEnvelope } from '../greeting.ts';
import { ServerQuestions } from '../interaction/server-questions.ts';
import type { Opening } from '../opening.ts';
import { Lifetime } from '../rpc/lifetime.ts';
import { parseJson } from '../rpc/message.ts';
import { createPeerGreeter, createPeerLink } from '../rpc/peer-link.ts';
import { RpcPeer } from '../rpc/rpc-peer.ts';
import { Child, type ChildSpec } from './child.ts';
import { toChildEnv } from './child-env.ts';

type StdioTransport = Extract<Transport, { kind: 'stdio' }>;

/**
 * Starts the server's process and greets it. Some servers die of a question they do not know, so one that dies
 * while it is probed is started again and greeted in the old way.
 */
export async function openStdio(opening: Opening, transport: StdioTransport): Promise<Link> {
  const first = await startSession(opening, transport);
  try {
    return await first.greet(opening);
  } catch (error) {
    const hasDied = PatchbayError.is(error, 'MCP_CONNECTION_FAILED');
    if (opening.knownEra === 'legacy' || !hasDied) throw error;
  }
  const second = await startSession(opening, transport);
  return second.greet({ ...opening, knownEra: 'legacy' });
}

/** A running process with a peer on its pipes. */
async function startSession(opening: Opening, transport: StdioTransport) {
  const { server, failures, log } = opening;
  const lifetime = new Lifetime();
  let noise = 0;
  const child = await startChild(opening, transport, {
    onLine(line) {
      const value = parseJson(line);
      if (value === undefined) noise += 1;
      else peer.receive(value);
    },
    onEnd(reason, brokeProtocol) {
      peer.end(brokeProtocol ? failures.broke(reason) : failures.lost(reason), reason);
      lifetime.end(reason, false, child.lastWords);
      log.debug('upstream.process-ended', { server: server.name, reason, noise });
      void child.stop(); // it may have closed its output and live on
    },
  });
  const peer = new RpcPeer({
    failures,
    ears: opening,
    send: (text, failed) => child.write(text, (reason) => failed(failures.notSent(reason))),
  });
  const questions = new ServerQuestions();
  return { greet };

  async function greet(attempt: Opening): Promise<Link> {
    const envelope = toEnvelope(attempt.client);
    try {
      const parts = { peer, questions, failures, server: server.name, lifetime, envelope, close };
      const greeting = await negotiate(createPeerGreeter(parts, attempt));
      return createPeerLink({ ...parts, greeting });
    } catch (error) {
      await child.stop();
      throw withLastWords(error, child, attempt);
    }
  }

  async function close(): Promise<void> {
    const reason = 'the hub closed it';
    lifetime.end(reason, true);
    peer.end(failures.lost(reason), reason);
    await child.stop();
  }
}

async function startChild(
  opening: Opening,
  transport: StdioTransport,
  events: Parameters<typeof Child.start>[1],
) {
  try {
    return await Child.start(toSpec(opening, transport), events);
  } catch (error) {
    throw opening.failures.notSent(reasonOf(error), error);
  }
}

function toSpec({ server, env, reaper, mask, onWords }: Opening, transport: StdioTransport): ChildSpec {
  const { command, args, cwd, inheritEnv } = transport;
  const declared = server.credentials.env;
  return {
    command,
    args,
    cwd,
    env: toChildEnv({ parent: env, platform: process.platform, inheritEnv, declared }),
    mask,
    onWords,
    reaper,
  };
}

/** A process that dies at the start usually says why, but only on its standard error. */
function withLastWords(error: unknown, { lastWords }: Child, { failures }: Opening): unknown {
  if (!PatchbayError.is(error, 'MCP_CONNECTION_FAILED') || lastWords === '') return error;
  return failures.notSent(`${error.data.reason}. Its last words: ${lastWords}`, error);
}
