import type { ApprovalView } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { approval as one, approvals as asked } from '../../data.ts';
import { approvals as words } from '../../texts/approvals.ts';
import { common } from '../../texts/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Ago } from '../../ui/time.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Inspector } from './inspector.tsx';

const route = getRouteApi('/approvals');

export function Approvals() {
  const { id, view } = route.useSearch();
  const isDecided = view === 'decided';
  const query = useQuery(asked(isDecided ? 'all' : 'PENDING'));
  const list = useMemo(
    // Those that wait longest first: one that comes must not push another from under somebody's finger.
    () => (isDecided ? decidedOf(query.data ?? []) : (query.data ?? []).toReversed()),
    [query.data, isDecided],
  );
  const chosen = list.find((each) => each.id === id) ?? (id === undefined ? list[0] : undefined);
  useWalk(list, chosen);
  return (
    <Page title={words.title} about={words.about} actions={<ViewSwitch isDecided={isDecided} />}>
      <Await of={query}>
        {() =>
          list.length === 0 && id === undefined ? (
            <Panel>
              <Empty title={isDecided ? words.noneDecided : words.none}>
                {isDecided ? undefined : words.noneAbout}
              </Empty>
            </Panel>
          ) : (
            <div className="grid items-start gap-4 md:grid-cols-[minmax(16rem,22rem)_1fr]">
              <QuestionList list={list} chosen={chosen?.id ?? id} isAlone={id !== undefined} />
              <Chosen id={chosen?.id ?? id} isAsked={id !== undefined} />
            </div>
          )
        }
      </Await>
    </Page>
  );
}

function decidedOf(all: readonly ApprovalView[]): ApprovalView[] {
  return all.filter(({ status }) => status !== 'PENDING');
}

/** j and k go through the list. */
function useWalk(list: readonly ApprovalView[], chosen: ApprovalView | undefined): void {
  const navigate = route.useNavigate();
  const shortcuts = useMemo(() => {
    const go = (by: number) => (): void => {
      const at = list.findIndex(({ id }) => id === chosen?.id);
      const next = list[Math.min(list.length - 1, Math.max(0, at + by))];
      if (next) void navigate({ search: (before) => ({ ...before, id: next.id }), replace: true });
    };
    return { j: go(1), k: go(-1) };
  }, [list, chosen, navigate]);
  useShortcuts(shortcuts);
}

function ViewSwitch({ isDecided }: { readonly isDecided: boolean }) {
  const navigate = route.useNavigate();
  return (
    <div role="group" aria-label={words.title} className="flex gap-1">
      <Button
        kind={isDecided ? 'quiet' : 'plain'}
        aria-pressed={!isDecided}
        onClick={() => void navigate({ search: {} })}
      >
        {words.views.waiting}
      </Button>
      <Button
        kind={isDecided ? 'plain' : 'quiet'}
        aria-pressed={isDecided}
        onClick={() => void navigate({ search: { view: 'decided' } })}
      >
        {words.views.all}
      </Button>
    </div>
  );
}

interface QuestionListProps {
  readonly list: readonly ApprovalView[];
  readonly chosen: string | undefined;
  /** On a narrow screen there is room for the list or for one of it. */
  readonly isAlone: boolean;
}

function QuestionList({ list, chosen, isAlone }: QuestionListProps) {
  return (
    <Panel className={isAlone ? 'max-md:hidden' : ''}>
      <VirtualList
        items={list}
        label={words.title}
        rowHeight={64}
        keyOf={({ id }) => id}
        className="max-h-[calc(100dvh-11rem)]"
      >
        {(approval) => (
          <Link
            to="/approvals"
            search={(before) => ({ ...before, id: approval.id })}
            aria-current={approval.id === chosen}
            className={`flex flex-col gap-1 border-b border-line px-3 py-2.5 hover:bg-sunken ${approval.id === chosen ? 'md:bg-accent-soft' : ''}`}
          >
            <code className="truncate font-mono text-[13px] font-medium">
              <Foreign text={`${approval.serverId}.${approval.toolName}`} />
            </code>
            <span className="flex items-center gap-2 text-sm text-muted">
              <span className="min-w-0 grow truncate">{approval.principal.name}</span>
              {approval.status === 'PENDING' ? (
                <Ago at={approval.requestedAt} />
              ) : (
                <Badge>{words.statuses[approval.status]}</Badge>
              )}
            </span>
          </Link>
        )}
      </VirtualList>
    </Panel>
  );
}

/** Read by itself: a list leaves out what is too long for it. */
function Chosen({ id, isAsked }: { readonly id: string | undefined; readonly isAsked: boolean }) {
  const query = useQuery({ ...one(id ?? ''), enabled: id !== undefined });
  if (id === undefined) return null;
  return (
    <div className={`min-w-0 ${isAsked ? '' : 'max-md:hidden'}`}>
      <Link
        to="/approvals"
        search={({ id: _, ...rest }) => rest}
        className="mb-2 inline-block text-muted underline underline-offset-2 md:hidden"
      >
        {common.back}
      </Link>
      <Await of={query}>{(approval) => <Inspector key={approval.id} approval={approval} />}</Await>
    </div>
  );
}
