import { isJsonObject, type JsonObject } from '@patchbay/contracts';
import { useState } from 'react';
import { run as words } from '../../texts/tools.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/page.tsx';
import { Code, CopyButton, Foreign } from '../../ui/text.tsx';

export interface ShownResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

/** An answer, as people read it or as it came. Nothing of it is ever HTML. */
export function ResultView({ result, aside }: { readonly result: ShownResult; readonly aside: string }) {
  const [isRaw, setRaw] = useState(false);
  const raw = JSON.stringify(result, null, 2);
  return (
    <Panel
      title={words.result}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {result.isError === true && <Badge tone="bad">{words.failed}</Badge>}
          <span className="text-sm text-muted tabular-nums">{aside}</span>
          <Button kind="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            {isRaw ? words.rendered : words.raw}
          </Button>
          <CopyButton text={raw} />
        </span>
      }
    >
      <div className="flex flex-col gap-3 p-3" data-testid="result">
        {isRaw ? <Code label={words.raw} text={raw} /> : <ResultContent result={result} />}
      </div>
    </Panel>
  );
}

export function ResultContent({ result: { content, structuredContent } }: { readonly result: ShownResult }) {
  return (
    <>
      {content.length === 0 && structuredContent === undefined && <p className="text-muted">{words.empty}</p>}
      {content.map((part, at) => (
        <Part key={at} part={part as JsonObject} />
      ))}
      {structuredContent !== undefined && (
        <Code label={words.structured} text={JSON.stringify(structuredContent, null, 2)} />
      )}
    </>
  );
}

/** The formats that a browser draws without running anything. */
const pictures = /^image\/(?:png|jpeg|gif|webp)$/;

function Part({ part }: { readonly part: JsonObject }) {
  const { type, text, resource } = part;
  if (type === 'text' && typeof text === 'string') return <Code label={words.result} text={pretty(text)} />;
  if (type === 'resource' && isJsonObject(resource)) return <Resource resource={resource} />;
  const picture = type === 'image' ? pictureOf(part) : undefined;
  if (picture !== undefined)
    return (
      <img src={picture} alt={words.picture} className="max-h-96 self-start rounded-md border border-line" />
    );
  return <Code label={words.otherContent} text={JSON.stringify(part, null, 2)} />;
}

function pictureOf({ data, mimeType }: JsonObject): string | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string' || !pictures.test(mimeType)) return undefined;
  return `data:${mimeType};base64,${data}`;
}

function Resource({ resource }: { readonly resource: JsonObject }) {
  const { uri, text } = resource;
  return (
    <div>
      <p className="mb-1 foreign text-sm text-muted">
        {words.resource}: {typeof uri === 'string' ? <Foreign text={uri} /> : ''}
      </p>
      <Code
        label={words.resource}
        text={typeof text === 'string' ? text : JSON.stringify(resource, null, 2)}
      />
    </div>
  );
}

/** JSON in one line is for programs. */
function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
