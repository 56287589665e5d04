import type { ApprovalView } from '@patchbay/contracts';
import type { ReactNode } from 'react';
import { approvals as words } from '../../texts/approvals.ts';
import { Facts } from '../../ui/page.tsx';
import { Code, Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';

type Rows = readonly (readonly [string, ReactNode])[];

interface QuestionProps {
  readonly approval: ApprovalView;
  /** For where one can see who asks, and what the tool is. */
  readonly isBrief?: boolean;
}

/** Who asks what, and where that comes from. Every character that could hide is written out. */
export function Question({ approval, isBrief = false }: QuestionProps) {
  const { principal, via, reason, requestedAt, expiresAt, status, decidedBy, decisionReason, outcome } =
    approval;
  const isOpen = status === 'PENDING';
  const decided = decidedBy && `${decidedBy.name}${decisionReason === null ? '' : `: ${decisionReason}`}`;
  const about: Rows = [
    [words.because, <Foreign key="why" text={reason} />],
    ...(isOpen ? [[words.expires, <Ago key="expires" at={expiresAt} everyMs={1_000} />] as const] : []),
  ];
  if (isBrief) return <Facts rows={about} />;
  return (
    <Facts
      rows={[
        [
          words.askedBy,
          <Foreign key="who" text={`${principal.name} (${principal.id}), ${words.via(via)}`} />,
        ],
        ...about,
        [words.asked, <Ago key="asked" at={requestedAt} />],
        ...(decided ? [[words.decided, <Foreign key="by" text={decided} />] as const] : []),
        ...(outcome === null ? [] : [[words.outcome, outcome] as const]),
        [words.server, `${approval.serverId}, ${String(approval.serverRevision)}`],
        [
          words.definition,
          <code key="digest" className="font-mono text-[13px]">
            {approval.toolDigest.slice(0, 16)}
          </code>,
        ],
      ]}
    />
  );
}

export function ExactArguments({
  approval: { argumentsText, isEdited },
}: {
  readonly approval: ApprovalView;
}) {
  const label = isEdited ? words.editedArguments : words.arguments;
  return (
    <div className="px-4">
      <h3 className="mb-1 font-semibold">{label}</h3>
      <Code
        label={label}
        text={argumentsText === null ? words.empty : inLines(argumentsText)}
        className="max-h-72"
      />
    </div>
  );
}

function inLines(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
