import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { approvals } from '../data.ts';
import { common } from '../texts/common.ts';
import { shell } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states.tsx';
import { ToastList } from '../ui/toasts.tsx';
import { useMay } from './access.ts';
import { Account } from './account.tsx';
import { ApprovalNews } from './approval-news.tsx';
import { live } from './live.ts';
import { navigation } from './navigation.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { focusSearch, useShortcuts } from './shortcuts.ts';

/** The frame around every page, for who is signed in. */
export function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void live.follow(stop.signal);
    return () => stop.abort();
  }, []);
  useGlobalShortcuts(() => setHelpOpen(true));
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13rem_1fr]">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:top-2"
      >
        {shell.skip}
      </a>
      <Sidebar onHelp={() => setHelpOpen(true)} />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <LostBanner />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <ApprovalNews />
      <ToastList />
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function Sidebar({ onHelp }: { readonly onHelp: () => void }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <aside className="border-b border-line bg-panel md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:border-r md:border-b-0">
      <div className="flex items-center justify-between px-4 py-3">
        <Link to="/" className="flex items-center gap-2 text-base font-semibold">
          <img src="/icon.svg" alt="" className="size-6" />
          {common.product}
        </Link>
        <Button
          kind="quiet"
          className="md:hidden"
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          icon={<Menu aria-hidden className="size-4" />}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {shell.menu}
        </Button>
      </div>
      <div
        id="menu"
        className={`${isMenuOpen ? 'flex' : 'hidden'} grow flex-col justify-between gap-4 px-2 pb-3 md:flex`}
      >
        <Navigation />
        <Account onHelp={onHelp} />
      </div>
    </aside>
  );
}

function useGlobalShortcuts(showHelp: () => void): void {
  const navigate = useNavigate();
  const shortcuts = useMemo(() => {
    const pages = navigation.map(({ keys, to }) => [keys, () => void navigate({ to })] as const);
    return { ...Object.fromEntries(pages), '/': focusSearch, '?': showHelp };
    // Both stay the same for as long as the frame is there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [navigate]);
  useShortcuts(shortcuts);
}

function Navigation() {
  const may = useMay();
  const { data: waiting = [] } = useQuery(approvals('PENDING'));
  useEffect(() => {
    document.title = waiting.length > 0 ? `(${String(waiting.length)}) ${common.product}` : common.product;
  }, [waiting.length]);
  return (
    <nav aria-label={shell.navigation}>
      <ul className="flex flex-col gap-0.5">
        {navigation
          .filter(({ role }) => may(role))
          .map(({ page, to, keys, icon: Icon }) => (
            <li key={page}>
              <Link
                to={to}
                aria-keyshortcuts={keys}
                activeOptions={{ exact: to === '/' }}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-sunken hover:text-text"
                activeProps={{ className: 'bg-sunken font-medium !text-text', 'aria-current': 'page' }}
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                <span className="grow">{shell.pages[page]}</span>
                {page === 'approvals' && waiting.length > 0 && (
                  <span
                    className="rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-ink"
                    aria-label={shell.waiting(waiting.length)}
                  >
                    {waiting.length}
                  </span>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function LostBanner() {
  const state = useSyncExternalStore(live.subscribe, live.state);
  if (state !== 'lost') return null;
  return (
    <div
      role="alert"
      className="sticky top-0 z-20 flex flex-wrap items-center gap-3 border-b border-warn/40 bg-warn-soft px-4 py-2 text-warn"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <p className="grow font-medium">{shell.lost}</p>
      <Button onClick={live.tryNow}>{shell.lostAgain}</Button>
    </div>
  );
}
