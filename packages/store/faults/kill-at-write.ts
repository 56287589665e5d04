import { writeSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

/**
 * Preloaded into a whole hub, as `--import=…/kill-at-write.ts?label=…&nth=2&after=true`. From the moment in which a run is
 * stored it says on stderr what is written about runs and their calls, and kills the process at the n-th write of one kind,
 * right before or right after it is on disk. Without a label it only says.
 */
const wanted = new URL(import.meta.url).searchParams;
const label = wanted.get('label');
const nth = Number(wanted.get('nth'));
const isAfter = wanted.get('after') === 'true';

const change = /^(insert into|update|delete from) "?(runs|run_waits|call_intents|approvals|audit_log)"?/;
const begins = 'insert into runs';

let hasBegun = false;
let count = 0;

/** `update runs.worker returning id`: what, its first column, and what it gives back tell the kinds of writes apart. */
function labelOf(sql: string): string | undefined {
  const [, verb, table] = change.exec(sql) ?? [];
  if (verb === undefined || table === undefined) return undefined;
  const [, column] = /^update \S+ set "(\w+)"/.exec(sql) ?? [];
  const [, given] = / returning "(\w+)"/.exec(sql) ?? [];
  return `${verb} ${table}${column ? `.${column}` : ''}${given ? ` returning ${given}` : ''}`;
}

/** What one transaction has changed so far. */
class Changes {
  readonly #made: string[] = [];

  note(sql: string, changed: number): void {
    const made = changed > 0 ? labelOf(sql) : undefined;
    if (made !== undefined) this.#made.push(made);
  }

  /** What to do right before the commit, and right after it. */
  take(): { readonly before: () => void; readonly after: () => void } {
    const made = this.#made.splice(0);
    hasBegun ||= made.includes(begins);
    const isOne = hasBegun && label !== null && made.includes(label);
    if (isOne) count += 1;
    const isIt = isOne && count === nth;
    return {
      before: () => void (isIt && !isAfter && die('before')),
      after() {
        if (isIt && isAfter) die('after');
        if (hasBegun) for (const one of made) say(`wrote ${one}`);
      },
    };
  }
}

function say(line: string): void {
  writeSync(2, `${line}\n`);
}

function die(when: string): void {
  say(`killed ${when} ${label ?? ''}`);
  process.kill(process.pid, 'SIGKILL');
}

type Around = (self: object, given: readonly unknown[], plain: () => unknown) => unknown;

/** From now on the method is this, and may do what it did before. */
function wrap(owner: object, name: string, around: Around): void {
  const plain = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
  Reflect.set(owner, name, function (this: object, ...given: unknown[]) {
    return around(this, given, () => Reflect.apply(plain, this, given));
  });
}

function watchSqlite(): void {
  const changes = new Changes();
  wrap(DatabaseSync.prototype, 'exec', (_, [sql], plain) => {
    if (sql !== 'COMMIT') return plain();
    const { before, after } = changes.take();
    before();
    plain();
    return after();
  });
  const note = (statement: object, changed: number): void =>
    changes.note((statement as StatementSync).sourceSQL, changed);
  wrap(StatementSync.prototype, 'run', (statement, _, plain) => {
    const result = plain() as ReturnType<StatementSync['run']>;
    note(statement, Number(result.changes));
    return result;
  });
  wrap(StatementSync.prototype, 'all', (statement, _, plain) => {
    const rows = plain() as unknown[];
    note(statement, rows.length);
    return rows;
  });
}

function watchPostgres(): void {
  const ofClient = new WeakMap<object, Changes>();
  wrap(pg.Client.prototype, 'query', async (client, [sql], plain) => {
    const changes = ofClient.get(client) ?? new Changes();
    ofClient.set(client, changes);
    const commit = sql === 'COMMIT' ? changes.take() : undefined;
    commit?.before();
    const result = (await plain()) as pg.QueryResult | undefined; // none where a callback is given
    if (typeof sql === 'string') changes.note(sql, result?.rowCount ?? 0);
    commit?.after();
    return result;
  });
}

watchSqlite();
watchPostgres();
