import { showProse, type Json } from '@patchbay/contracts';
import { useState } from 'react';
import { form as words } from '../texts/form.ts';
import { TextArea } from '../ui/fields.tsx';

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** Nothing else is taken. */
  readonly mustBeObject?: boolean;
  readonly rows?: number;
  /** Told when what is written is no JSON, and when it is again. */
  readonly onBroken?: (isBroken: boolean) => void;
}

/** For what no form can show. What is no JSON stays in sight and changes nothing. */
export function JsonField({
  label,
  hint = '',
  value,
  onChange,
  mustBeObject = false,
  rows = 3,
  onBroken,
}: JsonFieldProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const problem = problemOf(text, mustBeObject);
  const change = (next: string): void => {
    setText(next);
    const isBroken = problemOf(next, mustBeObject) !== undefined;
    onBroken?.(isBroken);
    if (!isBroken) onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
  };
  const about = `${showProse(label)} (${words.json})`;
  return (
    <TextArea
      label={about}
      hint={hint}
      problem={problem}
      rows={rows}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function problemOf(text: string, mustBeObject: boolean): string | undefined {
  if (text.trim() === '') return mustBeObject ? words.noObject : undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return mustBeObject && !isObject ? words.noObject : undefined;
  } catch {
    return words.noJson;
  }
}
