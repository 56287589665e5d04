import { showLine } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tools } from '../../data.ts';
import { exampleOf } from '../../form/field-kind.ts';
import { chat as words } from '../../texts/chat.ts';
import { Foreign } from '../../ui/text.tsx';
import { searchTools, toTool, type Tool } from '../tools/tool.ts';

const most = 6;

/** A line that calls this tool, with what it needs. */
export function toCallLine({ name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>): string {
  return `/call ${name} ${JSON.stringify(exampleOf(inputSchema))}`;
}

interface CallSuggestionsProps {
  readonly text: string;
  readonly onTake: (text: string) => void;
}

/** While somebody writes which tool to call. */
export function CallSuggestions({ text, onTake }: CallSuggestionsProps) {
  const [, sought] = /^\s*\/c?a?l?l?(?:\s+(\S*))?$/.exec(text) ?? [];
  const isCall = /^\s*\/c?a?l?l?(?:\s+\S*)?$/.test(text);
  const { data = [] } = useQuery({ ...tools, enabled: isCall });
  const all = useMemo(() => data.map(toTool), [data]);
  const found = isCall ? searchTools(all, sought ?? '').slice(0, most) : [];
  if (found.length === 0) return null;
  return (
    <ul aria-label={words.suggestions} className="border-b border-line p-1">
      {found.map((tool) => (
        <li key={tool.name}>
          <button
            type="button"
            onClick={() => onTake(toCallLine(tool))}
            className="flex min-h-9 w-full items-baseline gap-3 rounded-md px-3 py-1.5 text-left hover:bg-sunken"
          >
            <code className="max-w-1/2 shrink-0 truncate font-mono text-[13px]">
              <Foreign text={tool.name} />
            </code>
            <span className="min-w-0 truncate text-sm text-muted">{showLine(tool.description)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
