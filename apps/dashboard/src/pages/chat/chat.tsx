import type { AgentView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquarePlus, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { me } from '../../me.ts';
import { chat as words } from '../../texts/chat.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty, Failed } from '../../ui/states.tsx';
import { AgentChoice } from './agent-choice.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { History } from './history.tsx';
import { Manage } from './manage.tsx';
import { SetUp } from './set-up.tsx';
import { useChat } from './use-chat.ts';
import { useStick } from './use-stick.ts';

/** What is open over the page. */
type Open = 'set-up' | 'manage' | { readonly edits: AgentView } | undefined;

export function Chat() {
  const chat = useChat();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [open, setOpen] = useState<Open>();
  useEffect(() => setHistoryOpen(false), [chat.id]);
  return (
    <Page
      title={words.title}
      actions={
        <div className="flex gap-2 md:hidden">
          <Button
            aria-expanded={isHistoryOpen}
            icon={<MessagesSquare aria-hidden className="size-4" />}
            onClick={() => setHistoryOpen(!isHistoryOpen)}
          >
            {words.conversations}
          </Button>
          <NewChat />
        </div>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
        <div className={`md:sticky md:top-6 ${isHistoryOpen ? '' : 'max-md:hidden'}`}>
          <Panel title={words.conversations} aside={<NewChat isSmall />}>
            <History chosen={chat.id} />
          </Panel>
        </div>
        <Talk chat={chat} onOpen={setOpen} />
      </div>
      <Dialogs open={open} onOpen={setOpen} onChoose={chat.agent.choose} />
    </Page>
  );
}

interface DialogsProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onChoose: (agent: string) => void;
}

function Dialogs({ open, onOpen, onChoose }: DialogsProps) {
  const close = (): void => onOpen(undefined);
  if (open === undefined) return null;
  if (open === 'manage')
    return <Manage onClose={close} onEdit={(agent) => onOpen(agent ? { edits: agent } : 'set-up')} />;
  const done = (agent: string): void => {
    onChoose(agent);
    close();
  };
  return <SetUp agent={open === 'set-up' ? undefined : open.edits} onClose={close} onDone={done} />;
}

function NewChat({ isSmall = false }: { readonly isSmall?: boolean }) {
  return (
    <Link
      to="/chat"
      search={{}}
      aria-label={words.newChat}
      title={words.newChat}
      className={isSmall ? `${buttonClass('quiet')} max-md:hidden` : buttonClass()}
    >
      <MessageSquarePlus aria-hidden className="size-4" />
      {!isSmall && words.newChat}
    </Link>
  );
}

interface TalkProps {
  readonly chat: ReturnType<typeof useChat>;
  readonly onOpen: (open: Open) => void;
}

function Talk({ chat, onOpen }: TalkProps) {
  const { id, said, runs, agent } = chat;
  const content = useRef<HTMLDivElement>(null);
  useStick(content, id);
  const isMissing = id !== undefined && said.isSuccess && runs.length === 0;
  return (
    <section className="mx-auto flex -mb-4 min-h-[calc(100dvh-10rem)] w-full max-w-4xl min-w-0 flex-col md:-mb-6 md:min-h-[calc(100dvh-6.5rem)]">
      <div ref={content} className="flex grow flex-col pb-6">
        {id === undefined ? (
          <Await of={agent.query}>
            {() => (
              <EmptyChat agent={agent.chosen?.name} onSetUp={() => onOpen('set-up')} onText={chat.write} />
            )}
          </Await>
        ) : (
          <Await of={said}>
            {() =>
              runs.length === 0 ? (
                <Empty title={words.missing} action={<NewChat />} />
              ) : (
                <Conversation runs={runs} />
              )
            }
          </Await>
        )}
      </div>
      {!isMissing && <Foot chat={chat} onOpen={onOpen} />}
    </section>
  );
}

/** Where one writes: always in sight. */
function Foot({ chat, onOpen }: TalkProps) {
  const { runs, working, agent, text, setText, send, stop } = chat;
  const { data: person } = useQuery(me);
  const isForeign = runs.some(({ principal }) => principal !== person?.id);
  const needsAgent =
    agent.query.isSuccess &&
    agent.all.length === 0 &&
    text.trim() !== '' &&
    !text.trimStart().startsWith('/');
  const isWorking = working !== undefined;
  const halt = (): void => {
    if (working) stop.mutate(working);
  };
  useShortcuts(isWorking ? { Escape: halt } : {});
  if (isForeign) return <p className="border-t border-line py-4 text-muted">{words.foreign}</p>;
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-2 bg-bg px-1 pb-4">
      {send.error !== null && <Failed error={send.error} />}
      {needsAgent && <p className="text-sm text-warn">{words.needsAgent}</p>}
      <Composer
        text={text}
        onText={setText}
        agent={agent.chosen?.name}
        isWorking={isWorking}
        isSending={send.isPending || needsAgent}
        onSend={() => send.mutate()}
        onStop={halt}
      >
        <AgentChoice
          agents={agent.all}
          chosen={agent.chosen}
          onChoose={agent.choose}
          onSetUp={() => onOpen('set-up')}
          onManage={() => onOpen('manage')}
        />
      </Composer>
      <p id="message-keys" className="text-xs text-muted max-md:hidden">
        {words.keys}
      </p>
    </div>
  );
}
