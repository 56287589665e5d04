import { Send, Square } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { chat as words } from '../../texts/chat.ts';
import { Button } from '../../ui/button.tsx';
import { CallSuggestions } from './call-suggestions.tsx';

interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly agent: string | undefined;
  readonly isWorking: boolean;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** Who is asked. */
  readonly children: ReactNode;
}

/** Where somebody writes. Enter sends, Shift and Enter break the line, Escape stops. */
export function Composer(props: ComposerProps) {
  const { text, onText, agent, isWorking, isSending, onSend, onStop, children } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const maySend = text.trim() !== '' && !isWorking && !isSending;
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isWorking) onStop();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (maySend) onSend();
  };
  const take = (next: string): void => {
    onText(next);
    field.current?.focus();
  };
  return (
    <div className="rounded-xl border border-edge bg-panel shadow-sm has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-accent">
      <CallSuggestions text={text} onTake={take} />
      <textarea
        ref={field}
        id="message"
        aria-label={words.message}
        aria-describedby="message-keys"
        placeholder={words.placeholder(agent)}
        autoFocus
        rows={1}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content block max-h-60 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none placeholder:text-muted"
      />
      <div className="flex flex-wrap items-center justify-between gap-2 px-2 pb-2">
        {children}
        <SendOrStop isWorking={isWorking} maySend={maySend} onSend={onSend} onStop={onStop} />
      </div>
    </div>
  );
}

interface SendOrStopProps extends Pick<ComposerProps, 'isWorking' | 'onSend' | 'onStop'> {
  readonly maySend: boolean;
}

function SendOrStop({ isWorking, maySend, onSend, onStop }: SendOrStopProps) {
  if (isWorking)
    return (
      <Button kind="danger" icon={<Square aria-hidden className="size-3.5 fill-current" />} onClick={onStop}>
        {words.stop}
      </Button>
    );
  return (
    <Button
      kind="primary"
      disabled={!maySend}
      icon={<Send aria-hidden className="size-4" />}
      onClick={onSend}
    >
      {words.send}
    </Button>
  );
}
