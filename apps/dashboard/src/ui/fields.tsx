import { Search } from 'lucide-react';
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

interface LabelledProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}

function Labelled({ label, hint, problem, isRequired = false, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        )}
      </label>
      {children({ id, 'aria-describedby': `${id}-about` })}
      <div id={`${id}-about`} className="empty:hidden">
        {hint !== undefined && hint !== '' && <p className="foreign text-sm text-muted">{hint}</p>}
        {problem !== undefined && <p className="foreign text-sm text-bad">{problem}</p>}
      </div>
    </div>
  );
}

type About = Pick<LabelledProps, 'label' | 'hint' | 'problem' | 'isRequired'>;

export function TextField({
  label,
  hint,
  problem,
  isRequired,
  ...rest
}: About & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled {...{ label, hint, problem, isRequired: isRequired ?? false }}>
      {(ids) => (
        <input
          className="field"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          {...ids}
          {...rest}
        />
      )}
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  problem,
  isRequired,
  ...rest
}: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled {...{ label, hint, problem, isRequired: isRequired ?? false }}>
      {(ids) => (
        <textarea
          className="field font-mono text-[13px]"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          {...ids}
          {...rest}
        />
      )}
    </Labelled>
  );
}

interface SelectProps extends About, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly (readonly [value: string, words: string])[];
}

export function Select({ label, hint, problem, isRequired, options, ...rest }: SelectProps) {
  return (
    <Labelled {...{ label, hint, problem, isRequired: isRequired ?? false }}>
      {(ids) => (
        <select className="field" {...ids} {...rest}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
}

export function Check({ label, hint, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input id={id} type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" {...rest} />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      </div>
    </div>
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** `/` goes to the first of these on a page. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative min-w-0 grow">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        type="search"
        data-search
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field pl-8"
      />
    </div>
  );
}
