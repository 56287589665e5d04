import type { ApprovalView, Json, JsonObject } from '@patchbay/contracts';
import { Check as CheckIcon, Pencil, X } from 'lucide-react';
import { useMay } from '../../app/access.ts';
import { JsonField } from '../../form/json-field.tsx';
import { approvals as words } from '../../texts/approvals.ts';
import { Button } from '../../ui/button.tsx';
import { Check, TextField } from '../../ui/fields.tsx';
import { Failed } from '../../ui/states.tsx';
import { RulePreview } from './rule-preview.tsx';
import type { Decision } from './use-decision.ts';

interface DecideProps {
  readonly approval: ApprovalView;
  readonly decision: Decision;
  /** Whether keys decide as well. */
  readonly hasKeys?: boolean;
}

/** Edit, approve, reject, remember. */
export function Decide({ approval, decision, hasKeys = false }: DecideProps) {
  const may = useMay();
  const { edited, setEdited, setBroken, reason, setReason, remember, setRemember, decide } = decision;
  if (!may('approver')) return <p className="px-4 py-3 text-muted">{words.notYours}</p>;
  const { suggestedPolicy } = approval;
  return (
    <div className="flex flex-col gap-4 p-4">
      {edited && (
        <JsonField
          label={words.editedArguments}
          value={edited as Json}
          mustBeObject
          rows={8}
          onBroken={setBroken}
          onChange={(next) => setEdited((next ?? {}) as JsonObject)}
        />
      )}
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {suggestedPolicy === null ? (
        <p className="text-sm text-muted">{words.rememberNone}</p>
      ) : (
        <Check
          label={words.remember}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
      )}
      {remember && suggestedPolicy !== null && (
        <RulePreview rule={suggestedPolicy} isEdited={edited !== undefined} />
      )}
      {decide.error !== null && <Failed error={decide.error} />}
      <DecideButtons approval={approval} decision={decision} hasKeys={hasKeys} />
    </div>
  );
}

function DecideButtons({ approval, decision, hasKeys = false }: DecideProps) {
  const { edited, setEdited, setBroken, isBroken, decide } = decision;
  const key = (name: string): string | undefined => (hasKeys ? name : undefined);
  const toggle = (): void => {
    setBroken(false);
    setEdited(edited ? undefined : ((approval.arguments ?? {}) as JsonObject));
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind="primary"
        shortcut={key('a')}
        disabled={decide.isPending || isBroken}
        icon={<CheckIcon aria-hidden className="size-4" />}
        onClick={() => decide.mutate(true)}
      >
        {edited ? words.approveEdited : words.approve}
      </Button>
      <Button
        kind="danger"
        shortcut={key('r')}
        disabled={decide.isPending}
        icon={<X aria-hidden className="size-4" />}
        onClick={() => decide.mutate(false)}
      >
        {words.reject}
      </Button>
      <Button shortcut={key('e')} icon={<Pencil aria-hidden className="size-4" />} onClick={toggle}>
        {edited ? words.keepOriginal : words.edit}
      </Button>
    </div>
  );
}
