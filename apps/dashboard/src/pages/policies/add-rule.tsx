import { policyKinds, roles, type PolicyKind, type Role } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { policies as words } from '../../texts/policies.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { SavingForm } from '../../ui/saving-form.tsx';
import { toasts } from '../../ui/toasts.tsx';

const blank = {
  serverId: '',
  toolName: '*',
  policy: 'ASK_USER' as PolicyKind,
  args: '',
  role: '' as Role | '',
  note: '',
};
type Draft = typeof blank;

async function put({ serverId, toolName, policy, args, role, note }: Draft): Promise<string> {
  const pairs = args.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at === -1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  const body = {
    serverId,
    toolName,
    policy,
    arguments: Object.fromEntries(pairs),
    role: role || null,
    note: note || null,
  };
  const { warning } = await hub.putPolicy({ body });
  return warning ?? words.saved;
}

export function AddRule({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(blank);
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const save = useMutation({
    mutationFn: () => put(draft),
    onSuccess: async (said) => {
      toasts.say(said);
      await queries.invalidateQueries({ queryKey: ['policies'] });
      onClose();
    },
  });
  return (
    <Dialog title={words.add} onClose={onClose}>
      <SavingForm saving={save} onCancel={onClose}>
        <RuleFields draft={draft} set={set} />
      </SavingForm>
    </Dialog>
  );
}

interface RuleFieldsProps {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
}

function RuleFields({ draft, set }: RuleFieldsProps) {
  return (
    <>
      <TextField
        label={words.server}
        hint={words.patternHint}
        required
        autoFocus
        value={draft.serverId}
        onChange={(event) => set({ serverId: event.target.value })}
      />
      <TextField
        label={words.tool}
        hint={words.patternHint}
        required
        value={draft.toolName}
        onChange={(event) => set({ toolName: event.target.value })}
      />
      <Select
        label={words.policy}
        value={draft.policy}
        options={policyKinds.map((kind) => [kind, words.kinds[kind]])}
        onChange={(event) => set({ policy: event.target.value as PolicyKind })}
      />
      <ConditionFields draft={draft} set={set} />
    </>
  );
}

function ConditionFields({ draft, set }: RuleFieldsProps) {
  return (
    <>
      <TextArea
        label={words.arguments}
        hint={words.argumentsHint}
        rows={2}
        value={draft.args}
        onChange={(event) => set({ args: event.target.value })}
      />
      <Select
        label={words.role}
        value={draft.role}
        options={[['', words.anyRole], ...roles.map((role) => [role, role] as const)]}
        onChange={(event) => set({ role: event.target.value as Role })}
      />
      <TextField
        label={words.note}
        hint={words.noteHint}
        value={draft.note}
        onChange={(event) => set({ note: event.target.value })}
      />
    </>
  );
}
