import { type MeshExplanation, showLine } from '@patchbay/contracts';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { describeTraffic } from '../describe-mesh-traffic.ts';
import { bad, bold, faint, good } from '../output.ts';

export const command = defineCommand({
  args: [['[agent]', 'explain every dependency of this agent']],
  flags: [
    ['--capability <name>', 'explain who would be given to somebody who asks for this'],
    ['--tags <list>', 'separated by commas: math,+fast,-deprecated'],
    ['--version <range>', 'such as >=1.2'],
    ['--namespace <name>', 'where namespaces are enforced'],
  ],
  examples: ['patchbay mesh explain weather', 'patchbay mesh explain --capability geocode --tags +fast'],
  input: z
    .object({
      agent: z.string().optional(),
      capability: z.string().optional(),
      tags: z.string().optional(),
      version: z.string().optional(),
      namespace: z.string().optional(),
    })
    .refine(({ agent, capability }) => (agent === undefined) !== (capability === undefined), {
      message: 'Name an agent, or a --capability.',
    }),

  async run({ hub, out, err, json }, query) {
    const explained = await hub().explainMesh({ query });
    if (json) out(JSON.stringify(explained));
    else if (explained.length === 0) err('It declares no dependencies.');
    else out(explained.map(describe).join('\n\n'));
    return explained.every(({ chosen }) => chosen !== null) ? 0 : 1;
  },
});

function describe(explained: MeshExplanation): string {
  const { functionName, index, capability, chosen, endpoint, stages, traffic } = explained;
  const whose =
    functionName === null ? '' : ` ${faint(`(${showLine(functionName)}, dependency ${String(index)})`)}`;
  const outcome =
    chosen === null ? bad('nobody') : `${good(showLine(chosen))} ${faint(showLine(endpoint ?? ''))}`;
  return [
    `${bold(showLine(capability))}${whose} → ${outcome}`,
    ...stages.flatMap(describeStage),
    ...traffic.map((one) => `  ${'used'.padEnd(17)} ${describeTraffic(one, Date.now())}`),
  ].join('\n');
}

function describeStage({ stage, kept, evicted = [] }: MeshExplanation['stages'][number]): string[] {
  const out = evicted.map(
    ({ id, reason, details }) =>
      `      ${bad('✗')} ${showLine(id)}: ${reason}${details ? faint(` ${showLine(JSON.stringify(details))}`) : ''}`,
  );
  return [
    `  ${stage.padEnd(17)} ${kept.length === 0 ? faint('nobody left') : showLine(kept.join(', '))}`,
    ...out,
  ];
}
