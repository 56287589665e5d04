import type { ApprovalView } from '@patchbay/contracts';
import { approvals as words } from '../../texts/approvals.ts';
import { Facts } from '../../ui/page.tsx';
import { Foreign } from '../../ui/text.tsx';

type Rule = NonNullable<ApprovalView['suggestedPolicy']>;

/** The rule that “remember” writes, before it does. */
export function RulePreview({ rule, isEdited }: { readonly rule: Rule; readonly isEdited: boolean }) {
  const { serverId, toolName, arguments: args, principal, expiresAt } = rule;
  const conditions = Object.entries(args).map(([path, pattern]) => `${path} = ${pattern}`);
  return (
    <section aria-label={words.rule} className="rounded-md border border-accent/50 bg-accent-soft">
      <p className="px-4 pt-3 font-semibold">{words.rule}</p>
      <Facts
        rows={[
          [rule.policy, <Foreign key="tool" text={`${serverId}.${toolName}`} />],
          [
            words.ruleWhere,
            <Foreign key="where" text={isEdited ? words.rememberEdited : conditions.join('\n')} />,
          ],
          [words.ruleFor, principal ?? words.everybody],
          [words.ruleUntil, expiresAt === null ? words.forever : words.untilThen(expiresAt)],
        ]}
      />
    </section>
  );
}
