import { parentPort, workerData } from 'node:worker_threads';

/**
 * Like Lambda's runtime: loads the module in a thread with the function's environment, and calls the handler.
 */
const { handler } = await import(workerData);

parentPort?.on('message', async ({ event, timeoutMs }: { event: unknown; timeoutMs: number }) => {
  const endsAt = performance.now() + timeoutMs;
  const context = {
    awsRequestId: 'request',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
  try {
    parentPort?.postMessage({ answer: (await handler(event, context)) ?? null });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
