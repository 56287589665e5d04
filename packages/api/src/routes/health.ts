import type { HealthView } from '@patchbay/contracts';
import type { Handlers } from '../handler.ts';

export interface HealthHandlerDeps {
  readonly checkHealth: () => Promise<HealthView>;
  readonly isReady: () => Promise<boolean>;
  readonly renderMetrics: () => Promise<string>;
}

export function healthHandlers(deps: HealthHandlerDeps): Handlers<'live' | 'ready' | 'health' | 'metrics'> {
  const { checkHealth, isReady, renderMetrics } = deps;
  return {
    live: () => ({ body: { status: 'ok' } }),

    async ready() {
      const ready = await isReady();
      return ready ? { body: { status: 'ready' } } : { body: { status: 'not-ready' }, status: 503 };
    },

    async health() {
      const body = await checkHealth();
      return { body, status: body.status === 'unhealthy' ? 503 : 200 };
    },

    async metrics() {
      const text = await renderMetrics();
      return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
    },
  };
}
