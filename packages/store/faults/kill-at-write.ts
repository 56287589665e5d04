import { writeSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

/**
 * Preloaded into a whole hub, as `--import=…/kill-at-write.ts?at=3&after=true`. From the moment in which a run is stored it counts what is
 * written about runs and their calls, and kills the process at one of these writes, right before or right after it is on
 * disk. It says on stderr which one it was.
 */
const wanted = new URL(import.meta.url).searchParams;
const killAt = Number(wanted.get('at'));
const isWritten = wanted.get('after') === 'true';

const change = /^(insert into|update|delete from) "?(runs|run_waits|call_intents|approvals|audit_log)"? /;
const begins = 'insert into runs';

let count = 0;

/** What one transaction has changed so far. */
class Changes {
  readonly #made: string[] = [];

  note(sql: string, changed: number): void {
    const [, verb, table] = changed > 0 ? (change.exec(sql) ?? []) : [];
    if (verb !== undefined && table !== undefined) this.#made.push(`${verb} ${table}`);
  }

  /** Where the process ends, if this is the one: before the commit, or after it. */
  take(): { readonly before: () => void; readonly after: () => void } {
    const made = this.#made.splice(0);
    if (made.length > 0 && (count > 0 || made.includes(begins))) count += 1;
    const isIt = made.length > 0 && count === killAt;
    const die = (): void => {
      writeSync(2, `killed ${isWritten ? 'after' : 'before'} ${made.join(', ')}\n`);
      process.kill(process.pid, 'SIGKILL');
    };
    return { before: () => isIt && !isWritten && die(), after: () => isIt && isWritten && die() };
  }
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
    const result = plain() as RunResult;
    note(statement, Number(result.changes));
    return result;
  });
  wrap(StatementSync.prototype, 'all', (statement, _, plain) => {
    const rows = plain() as unknown[];
    note(statement, rows.length);
    return rows;
  });
}

type RunResult = ReturnType<StatementSync['run']>;

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
