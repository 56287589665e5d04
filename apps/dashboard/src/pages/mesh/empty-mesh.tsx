import { mesh as words } from '../../texts/mesh.ts';
import { Panel } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/text.tsx';

/** How the first agent gets here. */
export function EmptyMesh() {
  return (
    <Panel title={words.none}>
      <div className="flex flex-col gap-3 p-4">
        <p className="max-w-prose text-muted">{words.noneAbout}</p>
        <ol className="flex flex-col gap-3">
          {words.steps.map(([what, command], at) => (
            <li key={command}>
              <p className="font-medium">{`${String(at + 1)}. ${what}`}</p>
              <div className="mt-1 flex items-center justify-between gap-2 rounded-md border border-line bg-sunken pl-3">
                <code className="min-w-0 foreign font-mono text-[13px]">{command}</code>
                <CopyButton text={command} />
              </div>
            </li>
          ))}
        </ol>
        <p className="max-w-prose text-sm text-muted">{words.noneOthers}</p>
      </div>
    </Panel>
  );
}
