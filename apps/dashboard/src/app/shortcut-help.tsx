import { shell } from '../texts/shell.ts';
import { Dialog } from '../ui/dialog.tsx';

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={shell.shortcuts} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {shell.shortcutList.map(([keys, words]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-edge/50 px-1.5 font-mono text-xs">{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
