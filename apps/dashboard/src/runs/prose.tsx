import { CopyButton, Foreign } from '../ui/text.tsx';
import { splitProse } from './split-prose.ts';

/** What a model wrote. Code stands out; all else is text as it is, and nothing is ever HTML. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {splitProse(text).map((block, at) =>
        block.kind === 'code' ? (
          <CodeBlock key={at} language={block.language} text={block.text} />
        ) : (
          <p key={at} className="foreign">
            <Inline text={block.text} />
          </p>
        ),
      )}
    </div>
  );
}

function CodeBlock({ language, text }: { readonly language: string; readonly text: string }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between border-b border-line pl-3 text-sm text-muted">
        <span className="min-w-0 truncate">
          <Foreign text={language} />
        </span>
        <CopyButton text={text} />
      </div>
      <pre
        // It scrolls, so whoever uses a keyboard must be able to get there.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-[13px] leading-5"
      >
        <Foreign text={text} />
      </pre>
    </div>
  );
}

const marked = /(`[^`\n]+`|\*\*[^*\n]+\*\*)/;

function Inline({ text }: { readonly text: string }) {
  return text.split(marked).map((part, at) => {
    if (at % 2 === 0) return <Foreign key={at} text={part} />;
    if (part.startsWith('`'))
      return (
        <code key={at} className="rounded bg-sunken px-1 py-0.5 font-mono text-[13px]">
          <Foreign text={part.slice(1, -1)} />
        </code>
      );
    return (
      <strong key={at}>
        <Foreign text={part.slice(2, -2)} />
      </strong>
    );
  });
}
