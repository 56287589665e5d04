import { modelProviders, type JsonObject, type ModelProvider } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { models } from '../../data.ts';
import { JsonField } from '../../form/json-field.tsx';
import { setUp as words } from '../../texts/chat.ts';
import { Select, TextField } from '../../ui/fields.tsx';
import type { SetUpDraft } from './set-up-draft.ts';

interface ModelFieldsProps {
  readonly draft: SetUpDraft;
  readonly set: (part: Partial<SetUpDraft>) => void;
  readonly onBroken: (isBroken: boolean) => void;
}

/** One of the models there are, or a new one. */
export function ModelFields({ draft, set, onBroken }: ModelFieldsProps) {
  const { data = [] } = useQuery(models);
  const choices = data.map(({ name, provider }): [string, string] => [name, `${name} (${provider})`]);
  const choose = (model: string): void => {
    onBroken(false);
    set({ model });
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{words.modelPart}</legend>
      {choices.length > 0 && (
        <Select
          label={words.model}
          value={draft.model}
          options={[...choices, ['', words.newModel]]}
          onChange={(event) => choose(event.target.value)}
        />
      )}
      {draft.model === '' && <NewModel draft={draft} set={set} onBroken={onBroken} />}
    </fieldset>
  );
}

function NewModel({ draft, set, onBroken }: ModelFieldsProps) {
  const { data = [] } = useQuery(models);
  const isTaken = data.some(({ name }) => name === draft.modelName);
  const change = (provider: ModelProvider): void => {
    onBroken(false);
    set({ provider });
  };
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={words.provider}
          value={draft.provider}
          options={[...modelProviders].toReversed().map((one) => [one, words.providers[one]])}
          onChange={(event) => change(event.target.value as ModelProvider)}
        />
        <TextField
          label={words.modelName}
          hint={isTaken ? words.replaces(draft.modelName) : words.modelNameHint}
          required
          value={draft.modelName}
          onChange={(event) => set({ modelName: event.target.value })}
        />
      </div>
      {draft.provider === 'scripted' ? (
        <JsonField
          label={words.script}
          hint={words.scriptHint}
          value={draft.script}
          mustBeObject
          rows={7}
          onBroken={onBroken}
          onChange={(script) => set({ script: (script ?? {}) as JsonObject })}
        />
      ) : (
        <ProviderFields draft={draft} set={set} />
      )}
    </>
  );
}

function ProviderFields({ draft, set }: Omit<ModelFieldsProps, 'onBroken'>) {
  const isOwn = draft.provider === 'openai-compatible';
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={words.providerModel}
          required
          value={draft.providerModel}
          onChange={(event) => set({ providerModel: event.target.value })}
        />
        <TextField
          label={words.baseUrl}
          hint={isOwn ? words.baseUrlHint : words.baseUrlOptional}
          type="url"
          required={isOwn}
          value={draft.baseUrl}
          onChange={(event) => set({ baseUrl: event.target.value })}
        />
      </div>
      <TextField
        label={words.apiKey}
        hint={words.apiKeyHint}
        className="field concealed"
        value={draft.apiKey}
        onChange={(event) => set({ apiKey: event.target.value })}
      />
    </>
  );
}
