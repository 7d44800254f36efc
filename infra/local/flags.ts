import { parseArgs } from 'node:util';
import { readSettingsFor } from '../stack/context.ts';

export interface Flags {
  /** The site's port; login and Stripe take the next two. 0 for free ones. */
  readonly port: number;
  /** In memory if undefined. */
  readonly dataFolder: string | undefined;
  /** `aws` calls the real Translate, Transcribe and Polly. */
  readonly engines: 'local' | 'aws';
  /** The stand-in for Transcribe recognises as fast as people speak, as Transcribe does, or as the machine can. */
  readonly pace: 'speech' | 'machine';
  readonly transcribeStreams: number;
  readonly payments: 'local' | 'none';
  readonly contactAddress: string;
  /** Lifetime of access tokens. */
  readonly accessSeconds: number;
  readonly dev: boolean;
  /** Runs the bundles that are deployed. */
  readonly bundles: boolean;
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
      pace: { type: 'string', default: 'speech' },
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
  if (!(port >= 0 && port <= 65_533)) throw new Error('--port must be a number from 0 to 65533.');
  const accessSeconds = readNumber(values['access-seconds']);
  if (!(accessSeconds >= 1 && accessSeconds <= 86_400))
    throw new Error('--access-seconds must be a number from 1 to 86400.');
  if (values.engines !== 'local' && values.engines !== 'aws')
    throw new Error('--engines must be "aws" or "local".');
  if (values.pace !== 'speech' && values.pace !== 'machine')
    throw new Error('--pace must be "speech" or "machine".');
  if (values.payments !== 'local' && values.payments !== 'none')
    throw new Error('--payments must be "local" or "none".');
  if (values.data === '') throw new Error('--data must be a folder or "memory".');
  const { contactAddress, transcribeStreams } = readSettingsFor(words);
  return {
    port,
    dataFolder: values.data === 'memory' ? undefined : values.data,
    engines: values.engines,
    pace: values.pace,
    transcribeStreams,
    payments: values.payments,
    contactAddress,
    accessSeconds,
    dev: values.dev,
    bundles: values.bundles,
    siteFolder: values.site,
  };
}

/** @returns NaN unless it is a whole number */
function readNumber(word: string): number {
  return /^\d+$/.test(word) ? Number(word) : Number.NaN;
}
