import type { RunningParley } from './system.ts';

/** Flags that open a process's inspector at a free port, which its output names. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * The inspector of a Parley that was started with `inspected`: the DevTools protocol.
 *
 * @throws Error without a working inspector
 */
export async function openInspector({ lines }: Pick<RunningParley, 'lines'>) {
  const address = lines.map((line) => /^Debugger listening on (ws:\S+)$/.exec(line)?.[1]).find(Boolean);
  if (!address) throw new Error('This Parley does not say where its inspector is.');
  const socket = new WebSocket(address);
  const gone = Promise.withResolvers<never>();
  // All waiting calls must be settled.
  gone.promise.catch(() => {});
  socket.addEventListener('close', () => gone.reject(new Error('The inspector is not there.')));
  const opened = new Promise((open) => socket.addEventListener('open', open));
  await Promise.race([opened, gone.promise]);

  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const workers = new Set<string>();
  const receive = ({ id, method, params, result, error }: Message) => {
    if (method === 'NodeWorker.attachedToWorker') workers.add(params?.sessionId ?? '');
    if (method === 'NodeWorker.receivedMessageFromWorker') receive(JSON.parse(params?.message ?? ''));
    const question = waiting.get(id ?? 0);
    if (error) question?.reject(new Error(error.message));
    else question?.resolve(result);
  };
  socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data))));
  const ask = (method: string, params: object = {}, worker?: string): Promise<unknown> => {
    last += 1;
    const answered = Promise.withResolvers<unknown>();
    waiting.set(last, answered);
    const message = JSON.stringify({ id: last, method, params });
    if (worker) ask('NodeWorker.sendMessageToWorker', { sessionId: worker, message }).catch(answered.reject);
    else socket.send(message);
    return Promise.race([answered.promise, gone.promise]);
  };
  await ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return {
    /** @throws Error if the call fails, or the inspector closes before its answer */
    ask,
    collectGarbage: async () => {
      // Objects with a finaliser need a second collection.
      for (const _time of [1, 2]) {
        await ask('HeapProfiler.collectGarbage');
        for (const worker of workers) await ask('HeapProfiler.collectGarbage', {}, worker);
      }
    },
    close: () => socket.close(),
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly message?: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
