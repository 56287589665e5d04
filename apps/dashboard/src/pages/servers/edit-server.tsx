import type { PinMode, ServerDetail } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { common } from '../../texts/common.ts';
import { editServer as words } from '../../texts/servers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Select, TextArea, TextField } from '../../ui/fields.tsx';
import { Failed } from '../../ui/states.tsx';
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={words.title(name)} onClose={onClose} wide>
      <form onSubmit={submit} className="flex flex-col gap-4">
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
        {save.error !== null && <Failed error={save.error} />}
        <div className="flex gap-2">
          <Button kind="primary" type="submit" disabled={save.isPending}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
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
