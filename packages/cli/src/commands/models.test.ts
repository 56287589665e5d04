import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelBodySchema } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { setup } from '../../test-support/hub.ts';
import { modelFlags } from '../model-flags.ts';

function aScript(text = 'replies: [{ say: ready }]'): string {
  const file = join(createTempDir(), 'script.yaml');
  writeFileSync(file, text);
  return file;
}

const openai = ['models', 'add', 'gpt', '--provider', 'openai', '--model', 'gpt-5'];

describe('models', () => {
  it('are added, tested, listed and removed', async () => {
    const { run } = await setup();
    expect((await run('models', 'list')).err).toContain('There is no model yet.');
    expect(await run('models', 'add', 'demo', '--script', aScript())).toMatchObject({ code: 0, out: '' });
    expect(await run('models', 'test', 'demo')).toMatchObject({ code: 0, out: 'ready\n' });
    expect((await run('models', 'list')).out).toMatch(/demo +scripted +- +- +none +api/);
    await run('agents', 'add', 'helper', '--model', 'demo');
    expect(await run('models', 'remove', 'demo', '-y')).toMatchObject({ code: 0, err: 'Removed demo.\n' });
    expect((await run('models', 'test', 'demo')).err).toContain('There is no model "demo".');
  });

  it('are not replaced by accident', async () => {
    const { run } = await setup();
    const add = ['models', 'add', 'demo', '--script', aScript()];
    await run(...add);
    expect(await run(...add)).toMatchObject({ code: 1, err: expect.stringContaining('already') as string });
    expect(await run(...add, '--replace')).toMatchObject({ code: 0 });
  });

  it('say where a script is wrong', async () => {
    const { run } = await setup();
    const wrong = await run('models', 'add', 'demo', '--script', aScript('replies: [{ sayy: x }]'));
    expect(wrong.err).toContain('replies[0].sayy: There is no such field.');
    expect((await run('models', 'add', 'demo', '--script', '/no/such')).err).toContain('There is no file');
    expect((await run('models', 'add', 'demo')).err).toContain('--provider: Say who answers');
  });
});

describe('all that can be said of a model', () => {
  it('can be said on the command line', async () => {
    const { run, environment } = await setup();
    Object.assign(environment, { TEAM: 'sk-team' });
    const words =
      '--no-key --base-url http://127.0.0.1:9/v1 --sees-images --context-tokens 64000 --max-output-tokens 999 --temperature 0.5 --price-input 3 --price-output 15.5 --price-cached-input 0.3 --header x-a=1 --header-env x-team=TEAM';
    await run(...openai, ...words.split(' '));
    const shown = await run('models', 'show', 'gpt', '--json');
    expect(JSON.parse(shown.out)).toMatchObject({
      provider: 'openai',
      model: 'gpt-5',
      baseUrl: 'http://127.0.0.1:9/v1',
      headers: ['x-a', 'x-team'],
      seesImages: true,
      contextTokens: 64_000,
      maxOutputTokens: 999,
      temperature: 0.5,
      prices: { input: 3, output: 15.5, cachedInput: 0.3 },
    });
    const { out } = await run('models', 'show', 'gpt');
    expect(out).toContain('3 in, 15.5 out, 0.3 for what was read before, per million tokens');
    expect(out).not.toContain('sk-team');
  });

  it('has a flag for each field that REST takes', () => {
    const { revision: _, name: __, apiKey: ___, ...fields } = modelBodySchema.shape;
    const flags = modelFlags.map(([flag]) => flag.split(' ')[0]?.slice(2));
    const flagOf = (field: string): string =>
      field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const missing = Object.keys(fields).filter((field) => !flags.includes(flagOf(field)));
    expect(missing).toEqual(['headers', 'prices']); // --header, --price-input and the like
    expect(flags).toEqual(
      expect.arrayContaining(['header', 'price-input', 'price-output', 'price-cached-input']),
    );
  });

  it.each([
    [['--temperature', 'warm'], '--temperature: Write a number.'],
    [['--price-input', '-1'], '--price-input'],
    [['--header', 'nonsense'], '--header: Write it as name=value.'],
    [['--header-env', 'x=NOWHERE'], 'The variable NOWHERE is not set.'],
  ])('is looked at: %j', async (words, told) => {
    const { run } = await setup();
    const { code, err } = await run(...openai, '--no-key', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(told)]);
  });

  it('is asked for by a name that there is', async () => {
    const { run } = await setup();
    expect(await run('models', 'show', 'nope')).toMatchObject({ code: 1 });
  });
});

describe('the key of a model', () => {
  it('comes from the environment, from stdin or from who is asked, and is never shown', async () => {
    const { run, environment } = await setup({ readInput: async () => 'sk-piped\n' });
    Object.assign(environment, { MY_KEY: 'sk-mine' });
    const added = await run(...openai, '--key-env', 'MY_KEY', '--json');
    expect(JSON.parse(added.out)).toMatchObject({ hasApiKey: true });
    const piped = await run(...openai, '--replace', '--key-stdin');
    expect(piped.err).toContain('with its key');
    for (const { out, err } of [added, piped]) expect(out + err).not.toContain('sk-');
  });

  it('is asked for at a terminal', async () => {
    const asked: string[] = [];
    const { run } = await setup({
      isInteractive: true,
      askSecret: async (question) => (asked.push(question), 'sk-typed'),
    });
    expect((await run(...openai)).err).toContain('with its key');
    expect(asked).toEqual(['Key for openai (Enter: none): ']);
  });

  it('is missed where nobody can be asked', async () => {
    const { run } = await setup();
    expect(await run(...openai)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--key-env <variable>, --key-stdin, or --no-key') as string,
    });
    expect((await run(...openai, '--key-env', 'NOWHERE')).err).toContain('NOWHERE is not set');
    expect(await run(...openai, '--no-key')).toMatchObject({ code: 0 });
  });
});
