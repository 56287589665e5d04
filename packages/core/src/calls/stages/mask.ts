import type { JsonObject } from '@patchbay/contracts';
import type { Toolbox } from '../../catalog/toolbox.ts';
import { withMaskedInput } from '../../interaction/around.ts';
import type { Masking } from '../../masking/create-masking.ts';
import type { Masker } from '../../masking/masker.ts';
import type { Server } from '../../servers/server.ts';
import type { Stage, TrailedCall } from '../call.ts';

export interface MaskDeps {
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly masking: Masking;
}

/** Nothing that a server says goes on before what must not be shown is taken out: its result, its error, its progress. */
export function mask({ toolbox, masking }: MaskDeps): Stage<TrailedCall> {
  return (next) => async (call) => {
    const masker = masking.of(serverOf(call, toolbox));
    try {
      return await masker.result(await next(withMaskedNews(call, masker)));
    } catch (error) {
      throw await masker.error(error);
    }
  };
}

/** What is heard of a server while it works goes through its masker too. */
export function withMaskedNews<T extends Hearing>(asked: T, masker: Masker): T {
  const { onProgress, log, interaction } = asked;
  if (!onProgress && !log && !interaction) return asked;
  const maskProgress = masker.progress();
  const maskLog = masker.progress();
  return {
    ...asked,
    onProgress: onProgress && ((params: JsonObject) => onProgress(maskProgress(params))),
    log: log && { ...log, tell: (params: JsonObject) => log.tell(maskLog(params)) },
    interaction: interaction && withMaskedInput(interaction, masker),
  };
}

type Hearing = Pick<TrailedCall, 'onProgress' | 'log' | 'interaction'>;

/** Undefined for a name that means nothing: then nobody is asked, and `parse` says why. */
function serverOf(
  { name, server, toolbox: own }: TrailedCall,
  toolbox: Pick<Toolbox, 'resolve'>,
): Server | undefined {
  try {
    return (own ?? toolbox).resolve(name, server).supervisor.server;
  } catch {
    return undefined;
  }
}
