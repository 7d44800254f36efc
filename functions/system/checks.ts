import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from '../../shared/api/contract.ts';
import type { ErrorBody } from '../../shared/api/error-codes.ts';
import { endpoints } from '../../shared/api/index.ts';
import { type PartState, type ProductPart, productParts } from '../../shared/status/parts.ts';
import { requireVariable } from '../environment.ts';

export type PartStates = Readonly<Record<ProductPart, PartState>>;

/** Uses the site as a visitor does, by its public address. Never throws. */
export async function checkParts(pauseMs = 5_000): Promise<PartStates> {
  const states = await Promise.all(
    productParts.map(async (part) => [part, await checkTwice(checks[part], pauseMs)]),
  );
  return Object.fromEntries(states);
}

/** A lost packet is not an outage. */
async function checkTwice(check: Check, pauseMs: number): Promise<PartState> {
  try {
    return await check();
  } catch {
    await wait(pauseMs);
    return check().catch(() => 'down' as const);
  }
}

/** Throws if the part is down. */
type Check = () => Promise<PartState>;

const checks: Record<ProductPart, Check> = {
  site: async () => {
    const page = await visit('/');
    expect(page.status === 200 && (await page.text()).includes('<script'));
    return 'up';
  },

  translation: async () => {
    const response = await visit(endpoints['translation.translate'].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: requireVariable('SITE_ORIGIN') },
      body: JSON.stringify(probedText),
    });
    const answer = (await response.json()) as Output<'translation.translate'> | ErrorBody;
    // A ceiling that is reached is no outage.
    if ('code' in answer) expect(response.status === 429);
    else expect(answer.translatedText !== '');
    return 'up';
  },

  recognition: () => checkEngine('recognition'),
  speech: () => checkEngine('speech'),

  accounts: async () => {
    const signIn = await visit(endpoints['auth.login'].path);
    const page = await fetch(signIn.headers.get('location') ?? '', { signal: AbortSignal.timeout(visitMs) });
    expect(page.status === 200 && page.headers.get('content-type')?.startsWith('text/html') === true);
    return 'up';
  },

  payments: async () => {
    const response = await visit(endpoints['billing.config'].path);
    const answer = (await response.json()) as Output<'billing.config'> | ErrorBody;
    if ('code' in answer && answer.code === 'payments_unavailable') return 'off';
    expect('publishableKey' in answer);
    return 'up';
  },
};

/**
 * The same word in both languages: a translation that comes back unchanged uses nobody's allowance. Its characters
 * cost $0.26 a month: `test/stack/idle-price.test.ts`.
 */
export const probedText = { text: 'Taxi', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };

async function checkEngine(name: 'recognition' | 'speech'): Promise<PartState> {
  const response = await visit(endpoints['system.health'].path);
  const { engines } = (await response.json()) as Output<'system.health'>;
  expect(engines[name].up);
  // One machine may lack the program.
  return engines[name].languages.length > 0 ? 'up' : 'off';
}

function visit(path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(requireVariable('SITE_ORIGIN') + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(visitMs),
    ...request,
  });
}

/** Nobody waits longer. Two tries of two visits, and S3's attempts, fit into the job's time. */
const visitMs = 20_000;

function expect(isUp: boolean): void {
  if (!isUp) throw new Error('This part is down.');
}
