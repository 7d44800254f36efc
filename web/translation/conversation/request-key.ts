/** Keys for the `Idempotency-Key` header: the same request has the same key, so a retry is not charged again. */
export function createRequestKeys(newKey: () => string = ulid) {
  let last = { request: '', key: '' };
  return function keyFor(asked: object): string {
    const request = JSON.stringify(asked);
    if (request !== last.request) last = { request, key: newKey() };
    return last.key;
  };
}

/** A ULID: 10 letters of time and 16 random ones, 5 bits each. The history sorts by it. */
function ulid(): string {
  let time = '';
  for (let rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32))
    time = letters[rest % 32] + time;
  const chance = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(chance, (byte) => letters[byte % 32]).join('');
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
