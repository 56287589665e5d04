import { agentRoutes } from './routes/agents.ts';
import { approvalRoutes } from './routes/approvals.ts';
import { auditRoutes } from './routes/audit.ts';
import { callRoutes } from './routes/calls.ts';
import { completionRoutes } from './routes/completions.ts';
import { doctorRoutes } from './routes/doctor.ts';
import { healthRoutes } from './routes/health.ts';
import { hubRoutes } from './routes/hub.ts';
import { keyRoutes } from './routes/keys.ts';
import { logRoutes } from './routes/logs.ts';
import { modelRoutes } from './routes/models.ts';
import { meshRoutes } from './routes/mesh.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { pinRoutes } from './routes/pins.ts';
import { policyRoutes } from './routes/policies.ts';
import { profileRoutes } from './routes/profiles.ts';
import { resultRoutes } from './routes/results.ts';
import { runRoutes } from './routes/runs.ts';
import { serverRoutes } from './routes/servers.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { toolRoutes } from './routes/tools.ts';

/** Every REST route of the hub, by the name that the client gives it. */
export const routes = {
  ...healthRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...hubRoutes,
  ...logRoutes,
  ...serverRoutes,
  ...toolRoutes,
  ...pinRoutes,
  ...callRoutes,
  ...approvalRoutes,
  ...policyRoutes,
  ...profileRoutes,
  ...auditRoutes,
  ...resultRoutes,
  ...modelRoutes,
  ...agentRoutes,
  ...runRoutes,
  ...completionRoutes,
  ...doctorRoutes,
  ...oauthRoutes,
  ...meshRoutes,
};
export type Routes = typeof routes;
export type RouteName = keyof Routes;
