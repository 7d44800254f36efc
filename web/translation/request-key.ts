/**
 * Names a request for the `Idempotency-Key` header. The name stays as long as text and pair stay the same, so
 * that pressing again after a failure is not charged again.
 */
export function createRequestKeys(random: () => string = randomKey) {
  let last = { request: '', key: '' };
  return function keyFor(text: string, source: string, target: string): string {
    const request = JSON.stringify([text, source, target]);
    if (request !== last.request) last = { request, key: random() };
    return last.key;
  };
}

/** `crypto.randomUUID` is missing on pages that are neither https nor localhost. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
