import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { isJsonObject, type PinView } from '@patchbay/contracts';
import { useMay } from '../../app/access.ts';
import { pins } from '../../data.ts';
import { common } from '../../texts/common.ts';
import { pinWords, tools as words } from '../../texts/tools.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { Code, Foreign } from '../../ui/text.tsx';
import { ReviewTool } from './review-tool.tsx';
import { RunTool } from './run-tool.tsx';
import type { Tool } from './tool.ts';

interface ToolDetailProps {
  readonly name: string;
  /** Undefined while it is not on offer. */
  readonly tool: Tool | undefined;
}

export function ToolDetail({ name, tool }: ToolDetailProps) {
  const at = name.indexOf('.');
  const server = name.slice(0, at);
  const { data } = useQuery(pins(server));
  const pin = data?.tools.find((one) => one.name === name.slice(at + 1));
  return (
    <Panel className="min-w-0">
      <header className="flex flex-col gap-2 p-4">
        <Link
          to="/tools"
          search={({ tool: _, ...rest }) => rest}
          className="text-muted underline underline-offset-2 md:hidden"
        >
          {common.back}
        </Link>
        <h2 className="font-mono text-base font-semibold foreign">
          <Foreign text={name} />
        </h2>
        <div className="flex flex-wrap gap-2">
          {pin && <PinBadges pin={pin} />}
          {tool && <Hints tool={tool} />}
        </div>
        <p className="foreign text-muted">{tool ? <Foreign text={tool.description} /> : words.missing}</p>
      </header>
      <Details tool={tool} pin={pin} server={server} />
    </Panel>
  );
}

function PinBadges({ pin: { isHeld, state } }: { readonly pin: PinView }) {
  return (
    <>
      {isHeld && <Badge tone="bad">{pinWords.held}</Badge>}
      <Badge tone={state === 'accepted' ? 'none' : 'warn'}>{pinWords.states[state]}</Badge>
    </>
  );
}

interface DetailsProps {
  readonly tool: Tool | undefined;
  readonly pin: PinView | undefined;
  readonly server: string;
}

function Details({ tool, pin, server }: DetailsProps) {
  const may = useMay();
  const { run, ...others } = words.tabs;
  const runnable = may('operator') ? tool : undefined;
  const definition = JSON.stringify(tool?.definition ?? pin?.definition ?? null, null, 2);
  return (
    <Tabs.Root defaultValue={runnable ? 'run' : 'definition'}>
      <TabList label={words.title} tabs={runnable ? { run, ...others } : others} />
      <div className="p-4">
        {runnable && (
          <Tabs.Content value="run">
            <RunTool tool={runnable} />
          </Tabs.Content>
        )}
        <Tabs.Content value="definition">
          <Code label={words.tabs.definition} text={definition} className="max-h-[60dvh]" />
        </Tabs.Content>
        <Tabs.Content value="review">{pin && <ReviewTool server={server} pin={pin} />}</Tabs.Content>
      </div>
    </Tabs.Root>
  );
}

function Hints({ tool: { definition } }: { readonly tool: Tool }) {
  const hints = isJsonObject(definition['annotations']) ? definition['annotations'] : {};
  return (
    <>
      {hints['readOnlyHint'] === true && <Badge>{words.readOnly}</Badge>}
      {hints['destructiveHint'] === true && <Badge tone="warn">{words.destructive}</Badge>}
    </>
  );
}
