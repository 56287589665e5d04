import { policyKinds, type AgentView, type PolicyKind } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agents, models, tools } from '../../data.ts';
import { queries } from '../../queries.ts';
import { setUp as words } from '../../texts/chat.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { SavingForm } from '../../ui/saving-form.tsx';
import { Loading } from '../../ui/states.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { toTool } from '../tools/tool.ts';
import { easiest } from './empty-chat.tsx';
import { ModelFields } from './model-fields.tsx';
import { blankDraft, saveDraft, type SetUpDraft } from './set-up-draft.ts';

interface SetUpProps {
  /** The one to change. */
  readonly agent?: AgentView | undefined;
  readonly onClose: () => void;
  readonly onDone: (agent: string) => void;
}

/** An agent, and a model for it where there is none yet. */
export function SetUp({ agent, onClose, onDone }: SetUpProps) {
  const known = useQuery(models);
  const offered = useQuery(tools);
  return (
    <Dialog title={agent ? words.edit(agent.name) : words.title} onClose={onClose} wide>
      {known.data && offered.data ? (
        <SetUpForm
          start={blankDraft(known.data[0]?.name ?? '', easiest(offered.data.map(toTool)), agent)}
          onClose={onClose}
          onDone={onDone}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function SetUpForm({ start, onClose, onDone }: SetUpProps & { readonly start: SetUpDraft }) {
  const { data: known = [] } = useQuery(agents);
  const [draft, setDraft] = useState(start);
  const [isBroken, setBroken] = useState(false);
  const set = (part: Partial<SetUpDraft>): void => setDraft({ ...draft, ...part });
  const save = useMutation({
    mutationFn: () =>
      saveDraft(
        draft,
        known.find(({ name }) => name === draft.agent),
      ),
    onSuccess: async (agent) => {
      await Promise.all(['agents', 'models'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      toasts.say(words.saved(agent));
      onDone(agent);
    },
  });
  return (
    <SavingForm
      saving={save}
      onCancel={onClose}
      label={save.isPending ? words.saving : words.save}
      isIncomplete={isBroken}
    >
      <ModelFields draft={draft} set={set} onBroken={setBroken} />
      <AgentFields draft={draft} set={set} />
    </SavingForm>
  );
}

interface DraftProps {
  readonly draft: SetUpDraft;
  readonly set: (part: Partial<SetUpDraft>) => void;
}

function AgentFields({ draft, set }: DraftProps) {
  const { data = [] } = useQuery(agents);
  const isTaken = data.some(({ name }) => name === draft.agent);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{words.agentPart}</legend>
      <TextField
        label={words.name}
        required
        hint={isTaken ? words.replaces(draft.agent) : undefined}
        value={draft.agent}
        onChange={(event) => set({ agent: event.target.value })}
      />
      <TextArea
        label={words.instructions}
        hint={words.instructionsHint}
        rows={3}
        value={draft.instructions}
        onChange={(event) => set({ instructions: event.target.value })}
      />
      <Select
        label={words.approval}
        value={draft.approval}
        options={policyKinds.map((kind) => [kind, words.approvals[kind]])}
        onChange={(event) => set({ approval: event.target.value as PolicyKind })}
      />
    </fieldset>
  );
}
