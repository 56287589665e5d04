import type { PinView } from '@patchbay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '../../app/access.ts';
import { hub } from '../../hub.ts';
import { queries } from '../../queries.ts';
import { review as words } from '../../texts/tools.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { formatAgo } from '../../ui/time.tsx';
import { toasts } from '../../ui/toasts.tsx';

interface ReviewToolProps {
  readonly server: string;
  readonly pin: PinView;
}

/** How a tool stands to what was accepted of it, and the way to accept it as it is. */
export function ReviewTool({ server, pin }: ReviewToolProps) {
  const may = useMay();
  const accept = useMutation({
    mutationFn: () => {
      const { name, digest } = pin;
      return hub.acceptTools({
        params: { name: server },
        body: { tools: [digest === null ? name : { name, digest }] },
      });
    },
    onSuccess: () => toasts.say(words.acceptedNow),
    onSettled: () =>
      Promise.all(['pins', 'tools'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const isOpen = pin.state === 'changed' || pin.state === 'new';
  return (
    <div className="flex flex-col gap-4">
      <p>{stateOf(pin)}</p>
      {pin.acceptedAt !== null && <p className="foreign text-muted">{words.acceptedBy(pin.acceptedBy)}</p>}
      {pin.isHeld && <p className="text-bad">{words.heldAbout}</p>}
      <Flags pin={pin} />
      <Diff pin={pin} />
      {accept.error !== null && <Failed error={accept.error} />}
      {isOpen && may('admin') && (
        <Button
          kind="primary"
          className="self-start"
          disabled={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {words.accept}
        </Button>
      )}
    </div>
  );
}

function stateOf({ state, acceptedAt }: PinView): string {
  if (state !== 'accepted') return words[state];
  return words.accepted(acceptedAt === null ? '' : formatAgo(acceptedAt, Date.now()));
}

function Flags({ pin: { flags } }: { readonly pin: PinView }) {
  if (flags.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/40 bg-warn-soft p-3">
      <h3 className="font-semibold">{words.flags}</h3>
      <ul className="mt-1 list-disc pl-5">
        {flags.map(({ kind, where, says }) => (
          <li key={`${kind} ${where} ${says}`} className="foreign">
            <code className="font-mono text-[13px]">{where}</code> <Foreign text={says} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const lineClasses = {
  same: '',
  removed: 'bg-bad-soft text-bad',
  added: 'bg-good-soft text-good',
  gap: 'text-muted',
};
const signs = { same: ' ', removed: '-', added: '+', gap: '…' };

function Diff({ pin: { diff } }: { readonly pin: PinView }) {
  if (!diff) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">{words.diff}</h3>
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label={words.diff}
        className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-2 font-mono text-[13px] leading-5"
      >
        {diff.map(({ kind, text }, at) => (
          <div key={at} className={`px-3 foreign ${lineClasses[kind]}`}>
            {signs[kind]} {text}
          </div>
        ))}
      </pre>
    </div>
  );
}
