import { createHmac } from 'node:crypto';

/** What an authenticator app shows for a key in Base32. @param at in milliseconds since 1970 */
export function codeOfApp(key: string, at = Date.now()): string {
  const digits = [...key].map((letter) => BigInt('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)));
  const bits = digits.reduce((sum, digit) => sum * 32n + digit, 0n) >> BigInt((key.length * 5) % 8);
  const bytes = Math.floor((key.length * 5) / 8);
  const secret = Buffer.from(bits.toString(16).padStart(bytes * 2, '0'), 'hex');
  const step = Math.floor(at / 30_000)
    .toString(16)
    .padStart(16, '0');
  const hash = createHmac('sha1', secret).update(Buffer.from(step, 'hex')).digest();
  const start = (hash[19] ?? 0) % 16;
  return `${hash.readInt32BE(start) & 0x7fff_ffff}`.slice(-6).padStart(6, '0');
}
