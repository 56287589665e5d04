import { createToolProxy, toProxyKey, type ProxyDeps, type ToolProxy } from './tool-proxy.ts';

/** One proxy for each tool of each agent in use. Those of one agent share its connections. */
export class ProxyCache {
  readonly #deps: ProxyDeps;
  readonly #proxies = new Map<string, ToolProxy>();

  constructor(deps: ProxyDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#proxies.size;
  }

  getOrCreate(endpoint: string, functionName: string): ToolProxy {
    const key = toProxyKey(endpoint, functionName);
    const proxy = this.#proxies.get(key) ?? createToolProxy(endpoint, functionName, this.#deps);
    this.#proxies.set(key, proxy);
    return proxy;
  }

  invalidateProxy(endpoint: string, functionName: string): void {
    this.#proxies.delete(toProxyKey(endpoint, functionName));
  }

  /** The topology changed: what nobody points to any more is forgotten. Calls under way finish. */
  keepOnly(used: ReadonlySet<ToolProxy>): void {
    for (const proxy of this.#proxies.values())
      if (!used.has(proxy)) this.invalidateProxy(proxy.endpoint, proxy.functionName);
  }
}
