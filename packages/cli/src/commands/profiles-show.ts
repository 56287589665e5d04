import { type ProfileView, showLine, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeAccess, describeTools } from '../describe-profile.ts';
import { bold, faint, formatFields } from '../output.ts';
import { wrap } from '../show-text.ts';

export const command = defineCommand({
  args: [['<name>', 'the name of the profile']],
  examples: ['patchbay profiles show backend'],
  input: z.object({ name: z.string() }),

  async run({ hub, out, err, json, columns }, { name }) {
    const profile = await hub().getProfile({ params: { name } });
    if (json) return (out(JSON.stringify(profile)), 0);
    out(describe(profile, columns));
    err(faint(`\`patchbay profiles tools ${profile.name}\` shows what is in it for you.`));
    return 0;
  },
});

type Field = readonly [name: string, value: string];

const margin = 16;

function describe(profile: ProfileView, columns: number): string {
  const { name, title, description, path, naming, search, instructions, source, revision } = profile;
  const fields: Field[] = [
    ...(description === null ? [] : [['About', showProse(description)] as const]),
    ['Endpoint', path],
    ['Servers', showLine(profile.servers.join(', '))],
    ['Tools', describeTools(profile)],
    ['Naming', naming],
    ...overrideFields(profile),
    ...ruleFields(profile),
    ['Search', search.enabled ? `on; pinned: ${showLine(search.pinned.join(', ') || 'nothing')}` : 'off'],
    ...(instructions === null ? [] : [['Instructions', showProse(instructions)] as const]),
    ['For', describeAccess(profile)],
    ['Defined', source === 'config' ? 'in the configuration file' : `here, revision ${String(revision)}`],
  ];
  const width = Math.max(columns - margin, 40);
  const folded = fields.map(([field, value]): Field => [field, wrap(value, width).join('\n')]);
  return [`${bold(name)}${title === null ? '' : `  ${showLine(title)}`}`, formatFields(folded)].join('\n');
}

function overrideFields({ overrides }: ProfileView): Field[] {
  const lines = Object.entries(overrides).map(([tool, { name, description }]) => {
    const words = [
      ...(name === undefined ? [] : [name]),
      ...(description === undefined ? [] : ['own words']),
    ];
    return `${showLine(tool)}: ${words.join(', ')}`;
  });
  return lines.length === 0 ? [] : [['Called', lines.join('\n')]];
}

function ruleFields({ policies }: ProfileView): Field[] {
  const lines = policies.map(({ policy, server, tool }) => `${policy} ${showLine(`${server}.${tool}`)}`);
  return lines.length === 0 ? [] : [['Rules', lines.join('\n')]];
}
