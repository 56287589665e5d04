import type { RunPorts } from '../src/loop/run-ports.ts';

/** When a process dies: at which of its writes, and whether that one still gets to the disk. */
export interface Death {
  readonly atWrite: number;
  readonly isWritten: boolean;
}

/**
 * The ports of a process that is killed. From then on nothing that it asked for is answered, and nothing that it does is
 * seen. What is on its way to a server gets there.
 */
export function createMortal(ports: RunPorts, { atWrite, isWritten }: Death) {
  const { promise: died, resolve: die } = Promise.withResolvers<'died'>();
  let writes = 0;
  let isDead = false;
  const alive = <A extends readonly unknown[], T>(ask: (...given: A) => Promise<T>) => {
    return async (...given: A): Promise<T> => (isDead ? forever() : ask(...given));
  };
  const mortal: RunPorts = {
    ...ports,
    store: {
      find: alive((id) => ports.store.find(id)),
      append: alive(async (...given) => {
        writes += 1;
        if (writes !== atWrite) return ports.store.append(...given);
        isDead = true;
        if (isWritten) await ports.store.append(...given);
        die('died');
        return forever();
      }),
    },
    modelOf: alive(ports.modelOf),
    openTools: alive(ports.openTools),
    callTool: alive(ports.callTool),
    lookUpCall: alive(ports.lookUpCall),
    findApproval: alive(ports.findApproval),
    withdraw: alive(ports.withdraw),
    emit: (news) => {
      if (!isDead) ports.emit(news);
    },
  };
  return { mortal, died, writes: () => writes };
}

function forever<T>(): Promise<T> {
  return new Promise(() => {});
}
