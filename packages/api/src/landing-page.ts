/** For somebody who opens the hub in a browser. No script, no style, nothing from elsewhere. */
export function landingPage(version: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Patchbay</title>
<h1>Patchbay ${version} is running</h1>
<p>This address is for programs. Everything but this page and the two probes needs a key:</p>
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
