import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPasted } from '@patchbay/client';
import { loadConfig, parseScript } from '@patchbay/hub';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { problemsOfRoute, problemsOfShell } from './command-lines.ts';
import { blocksOf, type Block } from './page.ts';

// What is shown in the guides and not run is at least such that it could be.

const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
const pages = ['README.md', ...guides];
type Case = readonly [place: string, block: Block];
const blocks = pages.flatMap((path) =>
  blocksOf(path).map((block): Case => [`${path}:${String(block.line)}`, block]),
);
const inLanguage = (language: string): Case[] => blocks.filter(([, block]) => block.language === language);

describe('a block of a guide', () => {
  it('is in a language that is checked here', () => {
    const known = ['', 'sh', 'yaml', 'json', 'ts', 'text', 'toml'];
    expect(blocks.filter(([, { language }]) => !known.includes(language))).toEqual([]);
  });

  it.each(inLanguage('sh'))(
    'of shell names commands, flags and routes that there are: %s',
    async (_, block) => {
      expect(await problemsOfShell(block.text)).toEqual([]);
    },
  );

  it.each(inLanguage('yaml'))('of YAML is a configuration, or known to be something else: %s', (_, block) => {
    const [first = ''] = Object.keys(parse(block.text) as object);
    if (first === 'readinessProbe') return;
    const file = join(createTempDir(), 'patchbay.yaml');
    writeFileSync(file, block.text);
    const variables = [...block.text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, 'given']);
    expect(loadConfig(Object.fromEntries(variables), { config: file }).file).toBe(file);
  });

  it.each(inLanguage('json'))('of JSON is one that we could read of a client: %s', (_, block) => {
    JSON.parse(block.text);
    const { servers, notes } = readPasted(block.text);
    expect(notes).toEqual([]);
    expect(servers).toHaveLength(1);
    const [server = {}] = servers;
    expect('url' in server ? server.url : server).toSatisfy(isOurs);
  });

  it.each(inLanguage('json').filter(([, { text }]) => text.includes('"args"')))(
    'of JSON starts our program with flags that it has: %s',
    async (_, block) => {
      const [server] = readPasted(block.text).servers;
      expect(await problemsOfShell(argsOf(server).join(' '))).toEqual([]);
    },
  );

  it('of TypeScript compiles', () => {
    expect(compile(inLanguage('ts'))).toBe('');
  });

  it('that is a script of a model is one', () => {
    const scripts = inLanguage('sh').flatMap(([, { text }]) => [
      ...text.matchAll(/<<'END'\n([\s\S]*?)^END$/gm),
    ]);
    expect(scripts).not.toEqual([]);
    for (const [, script = ''] of scripts) expect(parseScript(script)).toBeDefined();
  });
});

function isOurs(server: unknown): boolean {
  return server === 'http://127.0.0.1:8080/mcp' || argsOf(server).slice(0, 2).join(' ') === 'patchbay stdio';
}

function argsOf(server: unknown): string[] {
  return (server as { args?: string[] } | undefined)?.args ?? [];
}

/** All in one go; a block with the note `goes on` stands behind those before it. */
function compile(cases: readonly Case[]): string {
  const folder = createTempDir();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src'));
  let before = '';
  cases.forEach(([place, { text, note }]) => {
    before = note === 'goes on' ? `${before}\n${text}` : text;
    writeFileSync(join(folder, 'src', `${place.replaceAll(/\W+/g, '-')}.ts`), `${before}\nexport {};\n`);
  });
  const options = {
    noUnusedLocals: false,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: ['node_modules/@types'],
  };
  const config = { extends: resolve('tsconfig.json'), compilerOptions: options, include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  try {
    return execFileSync('tsc', ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

describe('the words of a guide', () => {
  const spans = pages.flatMap((path) => {
    const prose = readFileSync(path, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
    return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => [path, span] as const);
  });

  it('name commands with flags that there are', async () => {
    const named = spans.filter(([, span]) => /^(?:npx )?patchbay \w/.test(span) && !span.includes('…'));
    const problems = named.map(async ([path, span]) => [path, await problemsOfShell(span)] as const);
    const wrong = (await Promise.all(problems)).flatMap(([path, found]) =>
      found.filter((one) => !one.endsWith('arguments')).map((one) => `${path}: ${one}`),
    );
    expect(named).not.toEqual([]);
    expect(wrong).toEqual([]);
  });

  it('name routes that there are', () => {
    const named = spans.flatMap(([path, span]) => {
      const [, method = '', route = ''] = /^(GET|POST|PUT|DELETE) (\/[^\s?]*)/.exec(span) ?? [];
      return method ? [[path, method, route] as const] : [];
    });
    const wrong = named.flatMap(([path, ...route]) =>
      problemsOfRoute(...route).map((one) => `${path}: ${one}`),
    );
    expect(named).not.toEqual([]);
    expect(wrong).toEqual([]);
  });
});

describe('the list of guides', () => {
  it.each(['README.md', 'docs/README.md'])('of %s has every one', (path) => {
    const links = readFileSync(path, 'utf8').matchAll(/\]\((?:docs\/)?(guides\/[^)#]+)\)/g);
    const listed = new Set([...links].map(([, guide = '']) => `docs/${guide}`));
    expect([...listed].sort()).toEqual(guides.toSorted());
  });
});
