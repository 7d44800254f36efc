/** Rejects with a `TimeoutError` if the browser never answers. What it is doing goes on. */
export function within<Value>(durationMs: number, answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DOMException('The browser does not answer', 'TimeoutError')),
      durationMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
