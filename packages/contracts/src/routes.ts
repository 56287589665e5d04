import { healthRoutes } from './routes/health.ts';
import { hubRoutes } from './routes/hub.ts';
import { keyRoutes } from './routes/keys.ts';

/** Every REST route of the hub, by the name that the client gives it. */
export const routes = { ...healthRoutes, ...keyRoutes, ...hubRoutes };
export type Routes = typeof routes;
export type RouteName = keyof Routes;
