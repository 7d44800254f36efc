import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catchLog } from '../../support/handlers/log-lines.ts';
import { startSecrets } from '../../support/stripe/secrets.ts';

const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', publishableKey: 'pk_test_1' };
const newer = { secretKey: 'sk_test_2', webhookSecret: 'whsec_2', publishableKey: 'pk_test_2' };
const secrets = await startSecrets(keys);

const log = catchLog();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  Object.assign(secrets, { value: JSON.stringify(keys), reads: 0, fault: undefined });
});
afterEach(() => vi.useRealTimers());

describe('the keys', () => {
  test('are read once per process', async () => {
    const { getPaymentKeys } = await newFunction();
    expect(await Promise.all(Array.from({ length: 20 }, getPaymentKeys))).toEqual(Array(20).fill(keys));
    vi.advanceTimersByTime(86_400_000);
    expect(await getPaymentKeys()).toEqual(keys);
    expect(secrets.reads).toBe(1);
  });

  test.each([
    ['an empty secret', '{}'],
    ['a secret without the webhooks’ part', JSON.stringify({ ...keys, webhookSecret: '' })],
    ['a secret without the page’s part', JSON.stringify({ ...keys, publishableKey: undefined })],
    ['a secret that is not JSON', 'sk_test_1'],
    ['a secret that is JSON’s null', 'null'],
  ])('are missing with %s, and are read again a minute later', async (_what, value) => {
    const { getPaymentKeys } = await newFunction();
    secrets.value = value;
    for (let call = 0; call < 20; call += 1) await expect(getPaymentKeys()).rejects.toThrow(unavailable);
    vi.advanceTimersByTime(59_000);
    await expect(getPaymentKeys()).rejects.toThrow(unavailable);
    expect(secrets.reads).toBe(1);
    secrets.value = JSON.stringify(keys);
    vi.advanceTimersByTime(1_001);
    expect(await Promise.all(Array.from({ length: 20 }, getPaymentKeys))).toEqual(Array(20).fill(keys));
    expect(secrets.reads).toBe(2);
  });

  test('that cannot be read are missing for a minute, and the fault is logged without its message', async () => {
    const { getPaymentKeys } = await newFunction();
    secrets.fault = 'AccessDeniedException';
    await expect(getPaymentKeys()).rejects.toThrow(unavailable);
    expect(log()).toContain('"payment-keys-unreadable"');
    secrets.fault = undefined;
    await expect(getPaymentKeys()).rejects.toThrow(unavailable);
    vi.advanceTimersByTime(60_001);
    expect(await getPaymentKeys()).toEqual(keys);
    for (const secret of Object.values(keys)) expect(log()).not.toContain(secret);
  });
});

describe('a caller whose keys were refused', () => {
  test('gets new keys a minute after the last read', async () => {
    const { getPaymentKeys, readNewKeys } = await newFunction();
    await getPaymentKeys();
    secrets.value = JSON.stringify(newer);
    expect(await readNewKeys(keys)).toBeUndefined();
    vi.advanceTimersByTime(60_001);
    expect(await readNewKeys(keys)).toEqual(newer);
    expect(await getPaymentKeys()).toEqual(newer);
    expect(secrets.reads).toBe(2);
  });

  test('gets keys that another caller has read since', async () => {
    const { getPaymentKeys, readNewKeys } = await newFunction();
    await getPaymentKeys();
    secrets.value = JSON.stringify(newer);
    vi.advanceTimersByTime(60_001);
    const found = await Promise.all(Array.from({ length: 100 }, () => readNewKeys(keys)));
    expect(found).toEqual(Array(100).fill(newer));
    expect(secrets.reads).toBe(2);
  });

  test('keeps the known keys where the secret cannot be read', async () => {
    const { getPaymentKeys, readNewKeys } = await newFunction();
    await getPaymentKeys();
    vi.advanceTimersByTime(60_001);
    secrets.fault = 'InternalServiceError';
    expect(await readNewKeys(keys)).toBeUndefined();
    expect(await getPaymentKeys()).toEqual(keys);
  });

  test('gets none where the secret has been emptied', async () => {
    const { getPaymentKeys, readNewKeys } = await newFunction();
    await getPaymentKeys();
    vi.advanceTimersByTime(60_001);
    secrets.value = '{}';
    expect(await readNewKeys(keys)).toBeUndefined();
    await expect(getPaymentKeys()).rejects.toThrow(unavailable);
  });
});

const unavailable = 'Payments aren’t available right now. Nothing was charged. Please try again later.';

/** The module in a new process. */
function newFunction() {
  return import('../../../functions/billing/payment-keys.ts');
}
