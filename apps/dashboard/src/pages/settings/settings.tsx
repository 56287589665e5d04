import type { SettingView } from '@patchbay/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/access.ts';
import { config, health } from '../../data.ts';
import { hub } from '../../hub.ts';
import { settings as words } from '../../texts/settings.ts';
import { Dot } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/fields.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Await, Empty } from '../../ui/states.tsx';
import { Foreign } from '../../ui/text.tsx';
import { toasts } from '../../ui/toasts.tsx';

const route = getRouteApi('/settings');

export function Settings() {
  const may = useMay();
  return (
    <Page title={words.title} about={words.about}>
      <Checks />
      {may('admin') ? (
        <>
          <Secrets />
          <Configuration />
        </>
      ) : (
        <p className="text-muted">{words.notAdmin}</p>
      )}
    </Page>
  );
}

function Checks() {
  const query = useQuery(health);
  return (
    <Panel title={words.checks}>
      <Await of={query}>
        {({ checks }) => (
          <ul className="divide-y divide-line">
            {checks.map(({ name, ok, message, tookMs }) => (
              <li key={name} className="flex items-baseline gap-3 px-4 py-2">
                <Dot tone={ok ? 'good' : 'bad'} />
                <span className="min-w-0 grow foreign">
                  {name} {ok ? words.working : (message ?? words.broken)}
                </span>
                <span className="text-sm text-muted tabular-nums">{words.took(tookMs)}</span>
              </li>
            ))}
          </ul>
        )}
      </Await>
    </Panel>
  );
}

function Secrets() {
  const rotate = useMutation({
    mutationFn: () => hub.rotateSecrets(),
    onSuccess: ({ resealed }) => toasts.say(words.rotated(resealed)),
    onError: (error) => toasts.say(error.message, { tone: 'bad' }),
  });
  return (
    <Panel title={words.secrets}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p className="text-muted">{words.secretsAbout}</p>
        <Button disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {words.rotate}
        </Button>
      </div>
    </Panel>
  );
}

function Configuration() {
  const query = useQuery(config);
  const navigate = route.useNavigate();
  const { q = '' } = route.useSearch();
  const search = (text: string): void =>
    void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  return (
    <>
      <SearchBox label={words.search} value={q} onChange={search} />
      <Panel>
        <Await of={query}>{(all) => <SettingList all={all} text={q.toLowerCase()} />}</Await>
      </Panel>
    </>
  );
}

function SettingList({
  all,
  text,
}: {
  readonly all: Readonly<Record<string, SettingView>>;
  readonly text: string;
}) {
  const shown = Object.entries(all).filter(([name]) => name.toLowerCase().includes(text));
  if (shown.length === 0) return <Empty title={words.noMatch} />;
  return (
    <dl className="divide-y divide-line">
      {shown.map(([name, { value, source }]) => (
        <div key={name} className="grid gap-x-4 px-4 py-2 md:grid-cols-[18rem_1fr_auto]">
          <dt className="font-mono text-[13px] foreign">{name}</dt>
          <dd className="min-w-0 font-mono text-[13px] foreign">
            <Foreign text={typeof value === 'string' ? value : JSON.stringify(value)} />
          </dd>
          <dd className={`text-sm foreign ${source === 'default' ? 'text-muted' : 'text-accent'}`}>
            {source}
          </dd>
        </div>
      ))}
    </dl>
  );
}
