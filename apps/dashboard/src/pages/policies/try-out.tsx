import {
  callFaces,
  type CallFace,
  type Json,
  type JsonObject,
  type PolicyVerdict,
} from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { tools } from '../../data.ts';
import { JsonField } from '../../form/json-field.tsx';
import { hub } from '../../hub.ts';
import { policies as words } from '../../texts/policies.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failed } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { RuleMatter } from './rule-list.tsx';

/** What the rules say about a call that nobody makes. */
export function TryOut() {
  const [toolName, setToolName] = useState('');
  const [args, setArgs] = useState<JsonObject>({});
  const [via, setVia] = useState<CallFace>('mcp');
  const [isBroken, setBroken] = useState(false);
  const test = useMutation({
    mutationFn: () => hub.testPolicies({ body: { toolName, arguments: args as never, via } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Panel title={words.tryTitle} aside={<span className="text-sm text-muted">{words.tryAbout}</span>}>
      <form onSubmit={submit} className="flex flex-col gap-3 p-4">
        <ToolField value={toolName} onChange={setToolName} />
        <JsonField
          label={words.tryArguments}
          value={args as Json}
          mustBeObject
          onBroken={setBroken}
          onChange={(next) => setArgs((next ?? {}) as JsonObject)}
        />
        <Select
          label={words.tryVia}
          value={via}
          options={callFaces.map((face) => [face, face])}
          onChange={(event) => setVia(event.target.value as CallFace)}
        />
        <Button kind="primary" type="submit" className="self-start" disabled={isBroken || test.isPending}>
          {words.try}
        </Button>
      </form>
      {test.error !== null && (
        <div className="p-4 pt-0">
          <Failed error={test.error} />
        </div>
      )}
      {test.data && <Explained verdict={test.data} />}
    </Panel>
  );
}

interface ToolFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function ToolField({ value, onChange }: ToolFieldProps) {
  const listId = useId();
  const { data: known = [] } = useQuery(tools);
  return (
    <>
      <TextField
        label={words.tryTool}
        required
        list={listId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {known.slice(0, 500).map(({ name }) => (
          <option key={String(name)} value={String(name)} />
        ))}
      </datalist>
    </>
  );
}

const tones = { allow: 'good', ask: 'accent', deny: 'bad' } as const;

function Explained({
  verdict: { decision, reason, considered, wouldChange, isKnown },
}: {
  readonly verdict: PolicyVerdict;
}) {
  return (
    <div role="status" className="flex flex-col gap-3 border-t border-line p-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[decision]}>{words.verdicts[decision]}</Badge>
        {!isKnown && <Badge tone="warn">{words.unknown}</Badge>}
      </p>
      <p className="foreign">
        <Foreign text={reason} />
      </p>
      {considered.length > 0 && <h3 className="font-semibold">{words.considered}</h3>}
      <ol className="flex flex-col gap-2">
        {considered.map(({ policy, matched, why }) => (
          <li
            key={policy.id}
            className={`rounded-md border p-2 ${matched ? 'border-accent' : 'border-line'}`}
          >
            <RuleMatter rule={policy} />
            <p className="foreign text-sm text-muted">
              <Foreign text={why} />
            </p>
          </li>
        ))}
      </ol>
      {wouldChange.length > 0 && <h3 className="font-semibold">{words.wouldChange}</h3>}
      <ul className="list-disc pl-5">
        {wouldChange.map((line) => (
          <li key={line} className="foreign">
            <Foreign text={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}
