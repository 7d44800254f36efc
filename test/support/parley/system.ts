import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { siteIsBuilt } from './built.ts';

/** The whole product in another process, as `npm start` runs it. Its addresses have no slash at the end. */
export type RunningParley = Awaited<ReturnType<typeof startParley>>;

export const root = path.resolve(import.meta.dirname, '../../..');

/**
 * @param options `flags` replace `--data memory`; `env` is added to this process's own; `killed` ends it with
 * SIGKILL at any moment, also before it is ready
 * @throws Error if it ends before it is ready
 */
export async function startParley(
  options: { flags?: string[]; env?: Record<string, string>; killed?: AbortSignal } = {},
) {
  const { flags = ['--data', 'memory'], env = {}, killed } = options;
  await siteIsBuilt();
  const child = spawn(
    process.execPath,
    ['infra/local/main.ts', '--port', '0', '--pace', 'machine', '--logs', ...flags],
    {
      cwd: root,
      env: { ...process.env, ...noOwnKeys, CEILINGS: JSON.stringify(highCeilings), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...(killed && { signal: killed, killSignal: 'SIGKILL' }),
    },
  );
  // Handles a kill before the process has ended.
  child.on('error', (error) => error.name !== 'AbortError' && ready.reject(error));
  const lines: string[] = [];
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const url = /^Parley is ready at (\S+)$/.exec(line)?.[1];
      if (url) ready.resolve(url);
    });
  }
  const addresses = Promise.withResolvers<Addresses>();
  child.once('message', (message) => addresses.resolve(message as Addresses));
  child.once('exit', (code) => ready.reject(new Error(`Parley ended with ${code}:\n${lines.join('\n')}`)));
  const url = await ready.promise;
  const { login, dynamodb, stripe } = await addresses.promise;
  return {
    url,
    login,
    dynamodb,
    stripe,
    pid: child.pid as number,
    /** Its output so far. */
    lines: lines as readonly string[],
    /** Ends it with all its processes. */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => end(child, signal),
  };
}

/** The addresses in a Parley's output, one for each start. */
export async function* readyUrls(output: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^Parley is ready at (\S+)$/.exec(line)?.[1];
    if (url) yield url;
  }
  return undefined;
}

/** Everybody in all tests shares one address, so its ceilings are raised. */
const highCeilings: Partial<Ceilings> = {
  guestTranslationsPerAddress: 1_000_000,
  freeCharactersPerAddress: 1_000_000_000,
  freeSpeechSecondsPerAddress: 1_000_000_000,
  streamsPerAddress: 1_000_000,
  cardFormsPerAddress: 1_000_000,
  declinedCardsPerAddress: 1_000_000,
  codesPerAddress: 1_000_000,
  guestCharactersPerDay: 1_000_000_000,
  premiumTranslationsPerMinute: 1_000_000,
};

/** Removes the developer's models, and Stripe keys: no test calls Stripe itself. */
const noOwnKeys = {
  XDG_DATA_HOME: path.join(root, '.build/no-models'),
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_PUBLISHABLE_KEY: '',
};

/** Its message to the parent before it is ready. The login serves Cognito's API, too. */
interface Addresses {
  readonly login: string;
  readonly dynamodb: string;
  readonly stripe: string | undefined;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** The headers of a JSON request from our page. */
export function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function translate(url: string, text: string, sourceLanguage: string, targetLanguage: string) {
  return post(url, '/api/translate', { text, sourceLanguage, targetLanguage });
}
