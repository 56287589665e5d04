import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Failed, Loading } from '../ui/states.tsx';
import { Root, takeCode, takeFailure } from './root.tsx';
import { enterByLink } from './sign-in.tsx';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Of what stands in an address, the names that a page knows; everything is text. */
function only<const N extends string>(...names: readonly N[]) {
  return (search: Record<string, unknown>): { [K in N]?: string } => {
    const known = names.flatMap((name) => {
      const value = text(search[name]);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(known) as { [K in N]?: string };
  };
}

const code = takeCode();
const byLink = code === undefined ? undefined : enterByLink(code);
const failure = takeFailure();
const root = createRootRoute({ component: () => <Root enterByLink={byLink} failure={failure} /> });
const getParentRoute = () => root;

const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute,
    path: '/servers',
    validateSearch: only('q', 'status', 'add'),
    component: lazyRouteComponent(() => import('../pages/servers/servers.tsx'), 'Servers'),
  }),
  createRoute({
    getParentRoute,
    path: '/servers/$name',
    component: lazyRouteComponent(() => import('../pages/servers/server.tsx'), 'ServerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tools',
    validateSearch: only('q', 'server', 'tool'),
    component: lazyRouteComponent(() => import('../pages/tools/tools.tsx'), 'Tools'),
  }),
  createRoute({
    getParentRoute,
    path: '/approvals',
    validateSearch: only('id', 'view'),
    component: lazyRouteComponent(() => import('../pages/approvals/approvals.tsx'), 'Approvals'),
  }),
  createRoute({
    getParentRoute,
    path: '/chat',
    validateSearch: only('conversation'),
    component: lazyRouteComponent(() => import('../pages/chat/chat.tsx'), 'Chat'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs',
    validateSearch: only('status', 'agent'),
    component: lazyRouteComponent(() => import('../pages/runs/runs.tsx'), 'Runs'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs/$id',
    validateSearch: only('step'),
    component: lazyRouteComponent(() => import('../pages/runs/run.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/network',
    validateSearch: only('view', 'q', 'agent', 'line'),
    component: lazyRouteComponent(() => import('../pages/mesh/mesh.tsx'), 'Mesh'),
  }),
  createRoute({
    getParentRoute,
    path: '/policies',
    validateSearch: only('q', 'tool'),
    component: lazyRouteComponent(() => import('../pages/policies/policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: only('server', 'tool', 'outcome', 'decision', 'via', 'call', 'from', 'to'),
    component: lazyRouteComponent(() => import('../pages/audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    component: lazyRouteComponent(() => import('../pages/keys/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: only('q'),
    component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'Settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/doctor',
    validateSearch: only('subject'),
    component: lazyRouteComponent(() => import('../pages/doctor/doctor.tsx'), 'Doctor'),
  }),
] as const;

function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <div className="p-6">
      <Failed error={error} again={reset} />
    </div>
  );
}

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
