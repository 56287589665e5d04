import { showProse, type Json, type JsonObject } from '@patchbay/contracts';
import { Plus, Trash2 } from 'lucide-react';
import { form as words } from '../texts/form.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextArea, TextField } from '../ui/fields.tsx';
import { blanks, kindOf, propertiesOf, requiredOf, typeOf } from './field-kind.ts';
import { JsonField } from './json-field.tsx';

interface FieldProps {
  readonly label: string;
  readonly schema: JsonObject;
  readonly value: Json | undefined;
  /** Undefined takes it out. */
  readonly onChange: (value: Json | undefined) => void;
  readonly isRequired: boolean;
  readonly depth: number;
}

/** One control for one schema; objects and lists have controls inside. */
function SchemaField(props: FieldProps) {
  switch (kindOf(props.schema, props.depth)) {
    case 'text':
      return <TextInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'boolean':
      return <ChoiceInput {...props} choices={[true, false]} />;
    case 'enum':
      return <ChoiceInput {...props} choices={props.schema['enum'] as Json[]} />;
    case 'object':
      return <ObjectInput {...props} />;
    case 'array':
      return <ArrayInput {...props} />;
    case 'json':
      return <JsonField {...props} hint={hintOf(props.schema)} />;
  }
}

function hintOf({ description }: JsonObject): string {
  return typeof description === 'string' ? showProse(description) : '';
}

function TextInput({ label, schema, value, onChange, isRequired }: FieldProps) {
  const text = typeof value === 'string' ? value : '';
  const about = { label: showProse(label), hint: hintOf(schema), isRequired, required: isRequired };
  const change = (next: string): void => onChange(next === '' && !isRequired ? undefined : next);
  if (text.includes('\n') || text.length > 80)
    return <TextArea {...about} rows={4} value={text} onChange={(event) => change(event.target.value)} />;
  return <TextField {...about} value={text} onChange={(event) => change(event.target.value)} />;
}

function NumberInput({ label, schema, value, onChange, isRequired }: FieldProps) {
  const bound = (key: string): number | undefined =>
    typeof schema[key] === 'number' ? schema[key] : undefined;
  return (
    <TextField
      type="number"
      label={showProse(label)}
      hint={hintOf(schema)}
      isRequired={isRequired}
      required={isRequired}
      step={typeOf(schema) === 'integer' ? 1 : 'any'}
      min={bound('minimum')}
      max={bound('maximum')}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
    />
  );
}

function ChoiceInput({
  label,
  schema,
  value,
  onChange,
  isRequired,
  choices,
}: FieldProps & { readonly choices: readonly Json[] }) {
  const at = choices.findIndex((choice) => choice === value);
  const options = choices.map((choice, index): [string, string] => [
    String(index),
    showProse(typeof choice === 'string' ? choice : JSON.stringify(choice)),
  ]);
  return (
    <Select
      label={showProse(label)}
      hint={hintOf(schema)}
      isRequired={isRequired}
      required={isRequired}
      value={at === -1 ? '' : String(at)}
      options={[['', words.notSet], ...options]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : choices[Number(target.value)])}
    />
  );
}

function ObjectInput({ label, schema, value, onChange, depth }: FieldProps) {
  const own = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{showProse(label)}</legend>
      <ObjectFields schema={schema} value={own} depth={depth} onChange={onChange} />
    </fieldset>
  );
}

interface ObjectFieldsProps {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly depth: number;
  readonly onChange: (value: JsonObject) => void;
}

export function ObjectFields({ schema, value, depth, onChange }: ObjectFieldsProps) {
  const required = requiredOf(schema);
  const set = (name: string, next: Json | undefined): void => {
    const { [name]: _, ...others } = value;
    onChange(next === undefined ? others : { ...value, [name]: next });
  };
  return (
    <div className="flex flex-col gap-4">
      {propertiesOf(schema).map(([name, own]) => (
        <SchemaField
          key={name}
          label={name}
          schema={own}
          value={value[name]}
          isRequired={required.has(name)}
          depth={depth + 1}
          onChange={(next) => set(name, next)}
        />
      ))}
    </div>
  );
}

function ArrayInput({ label, schema, value, onChange, depth }: FieldProps) {
  const items = (Array.isArray(value) ? value : []) as readonly Json[];
  const inner = schema['items'] as JsonObject; // kindOf has looked
  const name = showProse(label);
  const blank = Array.isArray(inner['enum']) ? (inner['enum'][0] as Json) : blanks[typeOf(inner) ?? ''];
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{name}</legend>
      {hintOf(schema) !== '' && <p className="foreign text-sm text-muted">{hintOf(schema)}</p>}
      {items.map((item, at) => (
        <div key={at} className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <SchemaField
              label={words.item(name, at + 1)}
              schema={inner}
              value={item}
              isRequired
              depth={depth + 1}
              onChange={(next) => onChange(items.with(at, next ?? blank ?? null) as Json)}
            />
          </div>
          <Button
            kind="quiet"
            aria-label={words.remove(words.item(name, at + 1))}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => onChange(items.length === 1 ? undefined : (items.toSpliced(at, 1) as Json))}
          />
        </div>
      ))}
      <Button
        className="self-start"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => onChange([...items, blank ?? null] as Json)}
      >
        {`${words.add} ${name}`}
      </Button>
    </fieldset>
  );
}
