import type { Json, JsonObject } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useDeferredValue, useState, type FormEvent, type KeyboardEvent } from 'react';
import { propertiesOf, startValue } from '../../form/field-kind.ts';
import { JsonField } from '../../form/json-field.tsx';
import { ObjectFields } from '../../form/schema-field.tsx';
import { hub } from '../../hub.ts';
import { form } from '../../texts/form.ts';
import { run as words } from '../../texts/tools.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { RunOutcome } from './run-outcome.tsx';
import type { Tool } from './tool.ts';

type Arguments = Record<string, Exclude<Json, undefined>>;

/** Runs it and measures; where somebody must be asked, the hub answers with the question. */
async function execute(toolName: string, args: JsonObject) {
  const started = performance.now();
  const body = { toolName, arguments: args as Arguments };
  const answer = await hub.executeTool({ headers: { Prefer: 'respond-async' }, body: body as never });
  return { answer, tookMs: Math.round(performance.now() - started) };
}

export function RunTool({ tool }: { readonly tool: Tool }) {
  const hasForm = propertiesOf(tool.inputSchema).length > 0;
  const [args, setArgs] = useState(() => startValue(tool.inputSchema));
  const [isJson, setJson] = useState(!hasForm);
  const [isBroken, setBroken] = useState(false);
  const running = useMutation({ mutationFn: () => execute(tool.name, args) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBroken) running.mutate();
  };
  const byKey = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <div className="flex flex-col gap-4">
      {/* The keys of its fields bubble up to it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form onSubmit={submit} onKeyDown={byKey} className="flex flex-col gap-4">
        {hasForm && <ModeSwitch isJson={isJson} onChange={setJson} />}
        {isJson ? (
          <JsonField
            label={words.arguments}
            value={args as Json}
            mustBeObject
            rows={8}
            onBroken={setBroken}
            onChange={(next) => setArgs((next ?? {}) as JsonObject)}
          />
        ) : (
          <ObjectFields schema={tool.inputSchema} value={args} depth={0} onChange={setArgs} />
        )}
        {!hasForm && <p className="text-sm text-muted">{form.noArguments}</p>}
        <Verdict tool={tool} args={args} />
        <Button
          kind="primary"
          type="submit"
          className="self-start"
          disabled={running.isPending || isBroken}
          icon={<Play aria-hidden className="size-4" />}
        >
          {running.isPending ? words.running : words.run}
        </Button>
      </form>
      {running.error !== null && <Failed error={running.error} />}
      {running.data && <RunOutcome {...running.data} />}
    </div>
  );
}

function ModeSwitch({
  isJson,
  onChange,
}: {
  readonly isJson: boolean;
  readonly onChange: (isJson: boolean) => void;
}) {
  return (
    <div role="group" aria-label={words.mode} className="flex gap-1">
      <Button kind={isJson ? 'quiet' : 'plain'} aria-pressed={!isJson} onClick={() => onChange(false)}>
        {words.asForm}
      </Button>
      <Button kind={isJson ? 'plain' : 'quiet'} aria-pressed={isJson} onClick={() => onChange(true)}>
        {words.asJson}
      </Button>
    </div>
  );
}

const tones = { allow: 'good', ask: 'accent', deny: 'bad' } as const;

/** What the rules say about exactly these arguments, before anything runs. */
function Verdict({ tool, args }: { readonly tool: Tool; readonly args: JsonObject }) {
  const asked = useDeferredValue(args);
  const { data } = useQuery({
    queryKey: ['verdict', tool.name, asked],
    queryFn: () =>
      hub.testPolicies({ body: { toolName: tool.name, arguments: asked as never, via: 'rest' } }),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[data.decision]}>{words.verdicts[data.decision]}</Badge>
      <span className="foreign text-sm text-muted">
        <Foreign text={data.reason} />
      </span>
    </p>
  );
}
