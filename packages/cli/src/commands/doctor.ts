import { type Finding, showProse } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand, type Terminal } from '../command.ts';
import { bad, count, faint, good, warned } from '../output.ts';
import { wrap } from '../show-text.ts';

export const command = defineCommand({
  args: [['[subject]', 'a server, or a tool as server.tool: the way of a call to it, step by step']],
  flags: [['--profile <name>', 'for those who use this profile']],
  examples: [
    'patchbay doctor',
    'patchbay doctor github',
    'patchbay doctor github.create_issue',
    'patchbay doctor github.create_issue --profile backend',
  ],
  input: z.object({ subject: z.string().optional(), profile: z.string().optional() }),

  async run({ hub, out, err, json, environment, columns }, { subject, profile }) {
    const answer = await hub().doctor({ query: { subject, profile } });
    const problems = answer.findings.filter(({ level }) => level === 'problem').length;
    const exitCode = problems > 0 ? 1 : 0;
    if (json) return (out(JSON.stringify(answer)), exitCode);
    const signs = signsFor(environment);
    out(answer.findings.map((finding) => describe(finding, signs[finding.level], columns)).join('\n'));
    err(problems > 0 ? bad(`\n${count(problems, 'problem')}.`) : good('\nNo problem.'));
    return exitCode;
  },
});

type Signs = Readonly<Record<Finding['level'], string>>;

/** A terminal that wants no colours may not have the signs either. */
function signsFor({ NO_COLOR, TERM }: Terminal['environment']): Signs {
  const isPlain = Boolean(NO_COLOR) || TERM === 'dumb';
  return isPlain
    ? { ok: 'ok', note: '! ', problem: 'x ' }
    : { ok: good('✓ '), note: warned('! '), problem: bad('✗ ') };
}

const indent = '   ';

function describe({ about, says, fix }: Finding, sign: string, columns: number): string {
  const [first = '', ...more] = wrap(`${about}: ${showProse(says)}`, columns - indent.length);
  const advice = fix === null ? [] : wrap(showProse(fix), columns - indent.length).map((line) => faint(line));
  return [`${sign} ${first}`, ...[...more, ...advice].map((line) => `${indent}${line}`)].join('\n');
}
