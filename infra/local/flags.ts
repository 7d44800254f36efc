import path from 'node:path';
import { parseArgs } from 'node:util';
import { daySeconds } from '../../shared/dates.ts';
import { readCommandSettings } from '../aws/stack/context.ts';
import { defaultModelsFolder } from './engines/neural/model-files.ts';

export type Flags = Readonly<ReturnType<typeof readFlags>>;

export function readFlags(args: string[]) {
  const { values } = parseArgs({
    args,
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
      logs: { type: 'boolean', default: false },
      site: { type: 'string', default: '.build' },
      models: { type: 'string', default: defaultModelsFolder() },
    },
  });
  const port = readNumber(values.port);
  if (!(port >= 0 && port <= 65_533)) throw new Error('--port must be a number from 0 to 65533.');
  const accessSeconds = readNumber(values['access-seconds']);
  if (!(accessSeconds >= 1 && accessSeconds <= daySeconds))
    throw new Error('--access-seconds must be a number from 1 to 86400.');
  if (values.data === '') throw new Error('--data must be a folder or "memory".');
  const { contactAddress, transcribeStreams } = readCommandSettings(args);
  return {
    /** The site's port; login and Stripe take the next two. 0 for free ones. */
    port,
    dataFolder: values.data === 'memory' ? undefined : values.data,
    /** Models of the neural engine. */
    modelsFolder: path.resolve(values.models),
    engines: readChoice('engines', values.engines, ['aws', 'local']),
    /** `speech` recognises in real time, as Transcribe does; `machine` as fast as possible. */
    pace: readChoice('pace', values.pace, ['speech', 'machine']),
    transcribeStreams,
    payments: readChoice('payments', values.payments, ['local', 'none']),
    contactAddress,
    accessSeconds,
    dev: values.dev,
    bundles: values.bundles,
    /** Prints the functions' log lines. */
    logs: values.logs,
    siteFolder: values.site,
  };
}

function readNumber(word: string): number {
  return /^\d+$/.test(word) ? Number(word) : Number.NaN;
}

function readChoice<const Word extends string>(flag: string, given: string, words: readonly Word[]): Word {
  const known = words.find((word) => word === given);
  if (known === undefined) throw new Error(`--${flag} must be "${words.join('" or "')}".`);
  return known;
}
