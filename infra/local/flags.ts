import { parseArgs } from 'node:util';
import { readSettingsFor } from '../stack/context.ts';

export interface Flags {
  /** The site's port, with the login's and the payments' after it; 0 takes free ones. */
  readonly port: number;
  /** Where data is kept; undefined keeps it in memory. */
  readonly dataFolder: string | undefined;
  /** `aws` calls the real Translate, Transcribe and Polly with the caller's own credentials. */
  readonly engines: 'local' | 'aws';
  /** `none` is a Parley where payments are not set up. */
  readonly payments: 'local' | 'none';
  /** Whom the site tells people to write to, as a deployment's context says it. */
  readonly contactAddress: string;
  /** How long a session's access token is good for, before it is renewed. */
  readonly accessSeconds: number;
  /** Reloads the page and the handlers when their files change. */
  readonly dev: boolean;
  /** Runs the functions as they are deployed: bundled. */
  readonly bundles: boolean;
  /** Where the built site lies. */
  readonly siteFolder: string;
}

/** @throws Error with a sentence for the terminal */
export function readFlags(words: string[]): Flags {
  const { values } = parseArgs({
    args: words,
    options: {
      port: { type: 'string', default: '8787' },
      data: { type: 'string', default: '.data' },
      engines: { type: 'string', default: 'local' },
      payments: { type: 'string', default: 'local' },
      'access-seconds': { type: 'string', default: '900' },
      context: { type: 'string', short: 'c', multiple: true },
      dev: { type: 'boolean', default: false },
      bundles: { type: 'boolean', default: false },
      site: { type: 'string', default: '.build' },
      'no-install': { type: 'boolean', default: false },
    },
  });
  const port = readNumber(values.port);
  // The login and the stand-in for Stripe take the two ports after the site's.
  if (!(port >= 0 && port <= 65_533)) throw new Error('--port takes a number from 0 to 65533.');
  const accessSeconds = readNumber(values['access-seconds']);
  if (!(accessSeconds >= 1 && accessSeconds <= 86_400))
    throw new Error('--access-seconds takes a number from 1 to 86400.');
  if (values.engines !== 'local' && values.engines !== 'aws')
    throw new Error('--engines takes "aws" or "local".');
  if (values.payments !== 'local' && values.payments !== 'none')
    throw new Error('--payments takes "local" or "none".');
  if (values.data === '') throw new Error('--data takes a folder, or "memory".');
  return {
    port,
    dataFolder: values.data === 'memory' ? undefined : values.data,
    engines: values.engines,
    payments: values.payments,
    contactAddress: readSettingsFor(words).contactAddress,
    accessSeconds,
    dev: values.dev,
    bundles: values.bundles,
    siteFolder: values.site,
  };
}

/** @returns NaN for what is no whole number */
function readNumber(word: string): number {
  return /^\d+$/.test(word) ? Number(word) : Number.NaN;
}
