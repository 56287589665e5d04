import type { JsonObject } from '@patchbay/contracts';
import type { Toolbox } from '../../catalog/toolbox.ts';
import type { Masking } from '../../masking/create-masking.ts';
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
    const { onProgress } = call;
    const maskProgress = onProgress && masker.progress();
    const masked = maskProgress
      ? { ...call, onProgress: (params: JsonObject) => onProgress(maskProgress(params)) }
      : call;
    try {
      return await masker.result(await next(masked));
    } catch (error) {
      throw await masker.error(error);
    }
  };
}

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
