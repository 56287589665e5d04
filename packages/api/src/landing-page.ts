/** Why somebody sees the plain page and not the dashboard. */
export type DashboardState = 'off' | 'building' | 'missing' | 'ready';

const words: Readonly<Record<DashboardState, string>> = {
  off: 'The dashboard is switched off: <code>dashboard: false</code> in the configuration.',
  building: 'The dashboard is being built. This page looks again by itself.',
  missing:
    'The dashboard is not built. <code>npm start</code>, in the clone that the hub was started from, builds it; its log says why if it cannot.',
  ready: 'The dashboard is ready: <a href="/">open it</a>.',
};

/** For somebody who opens the hub in a browser that has no dashboard to show. No script, no style, nothing from elsewhere. */
export function landingPage(version: string, dashboard: DashboardState): string {
  const again = dashboard === 'building' || dashboard === 'ready';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${again ? '<meta http-equiv="refresh" content="1">\n' : ''}<title>Patchbay</title>
<h1>Patchbay ${version} is running</h1>
<p>${words[dashboard]}</p>
<p>Programs need a key for everything but this page and the two probes:</p>
<pre>Authorization: Bearer pbk_…</pre>
<p>The first key was printed in the terminal when the hub started, and is in <code>admin.key</code> in its data directory (<code>.patchbay</code>).</p>
<ul>
<li><a href="/health/live">/health/live</a> and <a href="/health/ready">/health/ready</a>: is it up?</li>
<li><code>/mcp</code>: the tools of every server, for any MCP client</li>
<li><code>/api/openapi.json</code>: every route</li>
<li><code>npx patchbay --help</code>, in the clone that the hub was started from: the same from a terminal</li>
</ul>
</html>
`;
}
