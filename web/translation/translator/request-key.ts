/** Values of `Idempotency-Key`: the same request has the same key, so a retry does not use another translation. */
export function createRequestKeys(newKey: () => string = createUlid) {
  let last = { request: '', key: '' };
  return function getKey(call: object): string {
    const request = JSON.stringify(call);
    if (request !== last.request) last = { request, key: newKey() };
    return last.key;
  };
}

/** A ULID: 10 characters of time and 16 random ones, 5 bits each. The history sorts by it. */
function createUlid(): string {
  let time = '';
  for (let rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32))
    time = alphabet[rest % 32] + time;
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => alphabet[byte % 32]).join('');
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
