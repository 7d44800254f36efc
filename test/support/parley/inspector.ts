import type { RunningParley } from './system.ts';

/** The inspector of a Parley that was started with `inspected`: the DevTools protocol. */
export interface Inspector {
  /**
   * @returns the result
   * @throws Error where that cannot be asked, or the inspector goes before it has answered
   */
  ask(method: string, params?: object): Promise<unknown>;
  /** Has all garbage collected, which nothing else can from outside. */
  collectGarbage(): Promise<void>;
  close(): void;
}

/** Has a Parley's process open its inspector, at a free port; it says where among its lines. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** @throws Error where there is no inspector, or nobody answers there */
export async function openInspector({ lines }: Pick<RunningParley, 'lines'>): Promise<Inspector> {
  const address = lines.map((line) => /^Debugger listening on (ws:\S+)$/.exec(line)?.[1]).find(Boolean);
  if (!address) throw new Error('This Parley does not say where its inspector is.');
  const socket = new WebSocket(address);
  const gone = Promise.withResolvers<never>();
  // Nobody may be waiting when it goes.
  gone.promise.catch(() => {});
  socket.addEventListener('close', () => gone.reject(new Error('The inspector is not there.')));
  const opened = new Promise((open) => socket.addEventListener('open', open));
  await Promise.race([opened, gone.promise]);

  let last = 0;
  const ask = (method: string, params: object = {}) => {
    last += 1;
    // An answer has its question's number.
    const id = last;
    const answered = new Promise((resolve, reject) => {
      const read = ({ data }: MessageEvent) => {
        const answer: Answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', read);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      socket.addEventListener('message', read);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return Promise.race([answered, gone.promise]);
  };
  return {
    ask,
    collectGarbage: async () => {
      // What has a finaliser goes with the second.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
    },
    close: () => socket.close(),
  };
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
