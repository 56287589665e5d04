import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject, RpcId } from '@patchbay/contracts';
import { openWireClient, type WireClient, type WireClientOptions } from '@patchbay/testkit/mcp';
import { all, countFor, none, type Figure, type Scale } from '../support/figure.ts';
import { openLab, type Lab } from '../support/lab.ts';
import { atOnce, seeded } from '../support/spread.ts';

const clientCount = 64;
const principalCount = 8;
/** Of one client at a time. */
const inFlight = 3;
const abortShare = 0.15;
const longestMs = 20;
/** No call needs so long, also on a machine with other work; one that does is lost. */
const hungMs = 180_000;

const servers = ['modern', 'legacy', 'sse'] as const;
const kinds: readonly Pick<WireClientOptions, 'version' | 'transport'>[] = [
  { version: '2026-07-28', transport: 'http' },
  { version: '2025-11-25', transport: 'http' },
  { version: '2025-03-26', transport: 'http' },
  { version: '2024-11-05', transport: 'sse' },
];

/** What went where it did not belong, and what did not come. */
interface Finding {
  readonly crossed: string[];
  readonly lost: string[];
  readonly counts: { calls: number; answers: number; aborted: number; progress: number; logs: number };
}

/** A14: clients whose request ids are all the same, and who leave their calls as they like. */
export async function manyClients(scale: Scale): Promise<Figure> {
  const total = clientCount * countFor(scale, 1_563, 64);
  await using lab = await openLab({ results: { keepHours: 0 } });
  const tools = { tools: ['tagged'] } as const;
  await lab.http('modern', { version: '2026-07-28', ...tools });
  await lab.http('legacy', { version: '2025-11-25', ...tools });
  await lab.sse('sse', tools);
  const finding: Finding = {
    crossed: [],
    lost: [],
    counts: { calls: 0, answers: 0, aborted: 0, progress: 0, logs: 0 },
  };
  const keys = await principals(lab);
  const chance = seeded(1);
  const runs = Array.from({ length: clientCount }, (_, number) =>
    runClient({
      lab,
      number,
      key: keys[number % principalCount] ?? '',
      calls: total / clientCount,
      chance,
      finding,
    }),
  );
  await Promise.all(runs);
  const { calls, answers, aborted, progress, logs } = finding.counts;
  return {
    id: 'A14',
    name: 'clients whose request ids are the same',
    did: `${String(clientCount)} clients of ${String(principalCount)} principals, both eras, HTTP and SSE, ${String(calls)} calls: ${String(answers)} answers, ${String(aborted)} given up, ${String(progress)} tellings of progress, ${String(logs)} lines of log`,
    marks: [
      none('message that went to another', finding.crossed),
      none('call without its answer', finding.lost),
      all('answered or given up', answers + aborted, total),
    ],
  };
}

async function principals({ admin }: Lab): Promise<string[]> {
  const names = Array.from({ length: principalCount }, (_, n) => `client-${String(n)}`);
  const made = names.map((name) => admin.createKey({ body: { name, roles: ['operator'] } }));
  return (await Promise.all(made)).map(({ key }) => key);
}

interface ClientRun {
  readonly lab: Lab;
  readonly number: number;
  readonly key: string;
  readonly calls: number;
  readonly chance: () => number;
  readonly finding: Finding;
}

async function runClient(run: ClientRun): Promise<void> {
  const { lab, number, key, calls, finding } = run;
  const kind = kinds[number % kinds.length];
  if (!kind) return;
  const me = `c${String(number)}`;
  const tags = new Map<RpcId, string>();
  const cross = (message: JsonObject): void =>
    void finding.crossed.push(
      `${me} (${kind.transport} ${kind.version}): ${JSON.stringify(message).slice(0, 300)}`,
    );
  await using client = await openWireClient({
    ...kind,
    url: lab.url,
    key,
    onStray: cross,
    onNews: (message, about) => isMine({ message, about, tags, me }, finding) || cross(message),
  });
  if (client.version !== '2026-07-28') await client.ask('logging/setLevel', { level: 'debug' }).answer;
  const numbers = Array.from({ length: calls }, (_, n) => n);
  await atOnce(numbers, inFlight, (n) => callOnce({ ...run, client, me, n, tags, cross }));
}

interface News {
  readonly message: JsonObject;
  /** The request on whose own stream it came. */
  readonly about: RpcId | undefined;
  readonly tags: ReadonlyMap<RpcId, string>;
  readonly me: string;
}

/** Progress names the request, and says its tag; a log says the tag of a call of this client. */
function isMine({ message, about, tags, me }: News, { counts }: Finding): boolean {
  const { progressToken, message: said, data } = (message['params'] ?? {}) as JsonObject;
  const isProgress = message['method'] === 'notifications/progress';
  if (isProgress) counts.progress += 1;
  else if (message['method'] === 'notifications/message') counts.logs += 1;
  else return true; // lists change while servers connect
  const words = (isProgress ? said : data) as string; // as the fixture says them
  const isOfThisStream = about === undefined || tags.get(about) === words;
  const isOfThisClient = isProgress
    ? words === `${me}.${String(progressToken as number)}`
    : words.startsWith(`${me}.`);
  return isOfThisStream && isOfThisClient;
}

interface Once extends ClientRun {
  readonly client: WireClient;
  readonly me: string;
  readonly n: number;
  readonly tags: Map<RpcId, string>;
  readonly cross: (message: JsonObject) => void;
}

async function callOnce(once: Once): Promise<void> {
  const { client, me, n, tags, chance, finding, cross } = once;
  const { counts } = finding;
  const tag = `${me}.${String(n)}`;
  const call = aCall(once, tag);
  const asking = client.ask('tools/call', call);
  tags.set(asking.id, tag);
  counts.calls += 1;
  if (chance() < abortShare) {
    await pause(chance() * longestMs);
    asking.cancel();
  }
  const hung = setTimeout(() => {
    finding.lost.push(`${tag} hung (${client.transport} ${client.version}): ${JSON.stringify(call)}`);
    asking.cancel();
  }, hungMs);
  const answer = await asking.answer;
  clearTimeout(hung);
  if (!answer) return void (counts.aborted += 1);
  counts.answers += 1;
  const { content, isError } = (answer['result'] ?? {}) as {
    content?: { text?: string }[];
    isError?: boolean;
  };
  const words = content?.[0]?.text;
  if (words === undefined || isError === true) finding.lost.push(JSON.stringify(answer).slice(0, 300));
  else if (words !== tag) cross(answer);
}

function aCall({ client, n, chance }: Once, tag: string): JsonObject {
  const server = servers[Math.floor(chance() * servers.length)] ?? 'modern';
  const ms = chance() < 0.5 ? 0 : Math.floor(chance() * longestMs);
  const logs = server !== 'sse'; // on its one stream, nobody knows whose log it is
  const _meta = { progressToken: n, ...(logs && logWish(client)) };
  return { name: `${server}__tagged`, arguments: { tag, ms, logs }, _meta };
}

/** A modern client says it with every request. */
function logWish({ version }: WireClient): JsonObject {
  return version === '2026-07-28' ? { 'io.modelcontextprotocol/logLevel': 'debug' } : {};
}
