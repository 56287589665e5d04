import type { AuditRowView } from '@patchbay/contracts';
import { Link } from '@tanstack/react-router';
import { audit } from '../../texts/audit.ts';
import { common } from '../../texts/common.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';

const words = audit.facts;

function toneOf(outcome: string): Tone {
  if (outcome === 'ok') return 'good';
  if (outcome === 'APPROVAL_PENDING') return 'accent';
  return outcome === 'tool-error' ? 'warn' : 'bad';
}

/** One line; opened, all that was written down. */
export function AuditRow({ row }: { readonly row: AuditRowView }) {
  const { serverId, toolName, outcome, principalName, via, latencyMs, at } = row;
  const name = serverId === null ? toolName : `${serverId}.${toolName}`;
  return (
    <details className="border-b border-line">
      <summary className="grid cursor-pointer list-none gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken md:grid-cols-[minmax(12rem,1fr)_11rem_10rem_5rem_6rem] md:items-center">
        <code className="min-w-0 truncate font-mono text-[13px]">
          <Foreign text={name} />
        </code>
        <span className="flex flex-wrap items-center gap-3 md:contents">
          <span>
            <Badge tone={toneOf(outcome)}>{outcome}</Badge>
          </span>
          <span className="truncate text-sm text-muted">
            {principalName}, {via}
          </span>
          <span className="text-sm text-muted tabular-nums">{audit.took(latencyMs)}</span>
          <span className="text-sm text-muted">
            <Ago at={at} />
          </span>
        </span>
      </summary>
      <Details row={row} />
    </details>
  );
}

function Details({ row }: { readonly row: AuditRowView }) {
  const { id, principal, policy, decision, approval, attempts, toolDigest, hash } = row;
  const sized = (digest: string | null, bytes: number | null): string =>
    digest === null ? common.none : words.bytes(digest, bytes ?? 0);
  return (
    <div className="bg-sunken">
      <Facts
        rows={[
          [words.id, id],
          [words.principal, principal],
          [words.policy, `${decision ?? common.none}${policy === null ? '' : ` (${policy})`}`],
          [
            words.approval,
            approval === null ? (
              common.none
            ) : (
              <Link
                key="approval"
                to="/approvals"
                search={{ view: 'decided', id: approval }}
                className="underline underline-offset-2"
              >
                {approval}
              </Link>
            ),
          ],
          [words.attempts, words.times(attempts)],
          [words.args, sized(row.argsDigest, row.argsBytes)],
          [words.result, sized(row.resultDigest, row.resultBytes)],
          [words.digest, toolDigest ?? common.none],
          [words.hash, hash],
          ...(row.traceId === null ? [] : [[words.trace, row.traceId] as const]),
        ]}
      />
    </div>
  );
}
