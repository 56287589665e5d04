import { roles, type Role } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { keys as words } from '../../texts/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, TextField } from '../../ui/fields.tsx';
import { SavingForm } from '../../ui/saving-form.tsx';
import { Code, CopyButton } from '../../ui/text.tsx';

const blank = { name: '', roles: ['viewer'] as readonly Role[], exec: false, expiresAt: '' };
type Draft = typeof blank;

async function create({ name, roles: chosen, exec, expiresAt }: Draft): Promise<string> {
  const until = expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() };
  const body = { name, roles: [...chosen], permissions: exec ? (['exec'] as const) : [], ...until };
  const { key } = await hub.createKey({ body: { ...body, permissions: [...body.permissions] } });
  await queries.invalidateQueries({ queryKey: ['keys'] });
  return key;
}

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(blank);
  const making = useMutation({ mutationFn: () => create(draft) });
  return (
    <Dialog title={words.create} onClose={onClose}>
      {making.data === undefined ? (
        <SavingForm
          saving={making}
          onCancel={onClose}
          label={words.create}
          isIncomplete={draft.roles.length === 0}
        >
          <Fields draft={draft} set={(part) => setDraft({ ...draft, ...part })} />
        </SavingForm>
      ) : (
        <Made text={making.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Fields({ draft, set }: { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void }) {
  const may = useMay();
  const toggle = (role: Role): void =>
    set({
      roles: draft.roles.includes(role) ? draft.roles.filter((one) => one !== role) : [...draft.roles, role],
    });
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        autoFocus
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{words.roles}</legend>
        {roles.map((role) => (
          <Check
            key={role}
            label={role}
            hint={words.roleAbout[role]}
            checked={draft.roles.includes(role)}
            onChange={() => toggle(role)}
          />
        ))}
        {may('admin', 'exec') && (
          <Check
            label={words.exec}
            checked={draft.exec}
            onChange={(event) => set({ exec: event.target.checked })}
          />
        )}
      </fieldset>
      <TextField
        label={words.expires}
        hint={words.expiresHint}
        type="datetime-local"
        value={draft.expiresAt}
        onChange={(event) => set({ expiresAt: event.target.value })}
      />
    </>
  );
}

function Made({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p>{words.made}</p>
      <Code label={words.title} text={text} />
      <div className="flex gap-2">
        <CopyButton text={text} />
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
