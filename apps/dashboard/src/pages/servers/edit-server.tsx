import type { PinMode, ServerDetail } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { editServer as words } from '../../texts/servers.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Select, TextArea, TextField } from '../../ui/fields.tsx';
import { SavingForm } from '../../ui/saving-form.tsx';
import { toasts } from '../../ui/toasts.tsx';
import { toBody, toDraft, type Draft } from './server-draft.ts';

interface EditServerProps {
  readonly server: ServerDetail;
  readonly onClose: () => void;
}

/** Changes a server as it was read; if somebody else changed it meanwhile, the hub says so. */
export function EditServer({ server, onClose }: EditServerProps) {
  const { name, revision, source, config } = server;
  const [draft, setDraft] = useState(() => toDraft(server));
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const save = useMutation({
    mutationFn: () => hub.putServer({ params: { name }, body: { ...toBody(draft), revision } }),
    onSuccess: async () => {
      toasts.say(words.saved(name));
      await Promise.all(['server', 'servers'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onClose();
    },
  });
  return (
    <Dialog title={words.title(name)} onClose={onClose} wide>
      <SavingForm saving={save} onCancel={onClose}>
        {source === 'file' && <p className="text-warn">{words.fromFile}</p>}
        <TextField
          label={words.titleField}
          value={draft.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextField
          label={words.description}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        {config.command === undefined ? (
          <RemoteFields draft={draft} set={set} />
        ) : (
          <ProgramFields draft={draft} set={set} />
        )}
        <Behaviour draft={draft} set={set} />
      </SavingForm>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
}

function ProgramFields({ draft, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.command}
        required
        value={draft.command}
        onChange={(event) => set({ command: event.target.value })}
      />
      <TextArea
        label={words.args}
        hint={words.argsHint}
        rows={4}
        value={draft.args}
        onChange={(event) => set({ args: event.target.value })}
      />
      <TextField label={words.cwd} value={draft.cwd} onChange={(event) => set({ cwd: event.target.value })} />
      <TextArea
        label={words.env}
        hint={words.envHint}
        rows={2}
        value={draft.env}
        onChange={(event) => set({ env: event.target.value })}
      />
    </>
  );
}

function RemoteFields({ draft, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.url}
        required
        type="url"
        value={draft.url}
        onChange={(event) => set({ url: event.target.value })}
      />
      <TextField
        label={words.token}
        hint={words.tokenHint}
        className="field concealed"
        value={draft.bearerToken}
        onChange={(event) => set({ bearerToken: event.target.value })}
      />
      <TextArea
        label={words.headers}
        hint={words.headersHint}
        rows={2}
        value={draft.headers}
        onChange={(event) => set({ headers: event.target.value })}
      />
    </>
  );
}

const flags = ['autoConnect', 'required', 'review', 'checkArguments', 'trustAnnotations'] as const;

function Behaviour({ draft, set }: FieldsProps) {
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
      {flags.map((flag) => (
        <Check
          key={flag}
          label={words[flag]}
          checked={draft[flag]}
          onChange={(event) => set({ [flag]: event.target.checked })}
        />
      ))}
      <Select
        label={words.pin}
        value={draft.pin}
        options={Object.entries(words.pins)}
        onChange={(event) => set({ pin: event.target.value as PinMode })}
      />
      <Select
        label={words.ambiguous}
        value={draft.ambiguous}
        options={Object.entries(words.ambiguities)}
        onChange={(event) => set({ ambiguous: event.target.value as Draft['ambiguous'] })}
      />
    </fieldset>
  );
}
