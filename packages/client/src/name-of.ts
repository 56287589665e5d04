/** As the rules for names want it; empty when nothing is left. */
export function toName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .slice(0, 64)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
}

const runners = /^(?:npx|uvx|uv|bunx|pnpm|yarn|node|python3?|deno|docker|podman|dlx|run|exec|tool|sh|bash)$/;

/** `npx -y @modelcontextprotocol/server-filesystem /data` is called filesystem. */
export function nameOfCommand(argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-')).map((word) => word.split(/[\\/]/).at(-1) ?? '');
  const [said = argv[0] ?? ''] = words.filter((word) => word !== '' && !runners.test(word));
  return tidy(said.replace(/@[^@]*$/, '').replace(/\.\w+$/, '')) || 'server';
}

export function nameOfUrl(url: string): string {
  const labels = new URL(url).hostname.split('.');
  const [said = 'server'] = labels.filter((label) => !/^(?:mcp|api|www|\d+|localhost)$/.test(label));
  return tidy(said) || 'server';
}

function tidy(text: string): string {
  return (
    toName(
      text
        .replace(/^(?:mcp[-_])?(?:server[-_])?/i, '')
        .replace(/(?:[-_]mcp)?(?:[-_]server)?(?:[-_]mcp)?$/i, ''),
    ) || toName(text)
  );
}
