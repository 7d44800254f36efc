import { parseArgs } from 'node:util';

export interface Flags {
  /** The site's port; 0 takes a free one. */
  readonly port: number;
  /** Where data is kept; undefined keeps it in memory. */
  readonly dataFolder: string | undefined;
  /** `aws` calls the real Translate, Transcribe and Polly with the caller's own credentials. */
  readonly engines: 'local' | 'aws';
  /** Reloads the page and the handlers when their files change. */
  readonly dev: boolean;
  /** Runs the functions as they are deployed: bundled. */
  readonly bundles: boolean;
}

/** @throws Error with a sentence for the terminal */
export function readFlags(words: string[]): Flags {
  const { values } = parseArgs({
    args: words,
    options: {
      port: { type: 'string', default: '8787' },
      data: { type: 'string', default: '.data' },
      engines: { type: 'string', default: 'local' },
      dev: { type: 'boolean', default: false },
      bundles: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
    },
  });
  const port = values.port === '' ? Number.NaN : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port takes a number from 0 to 65535.');
  if (values.engines !== 'local' && values.engines !== 'aws')
    throw new Error('--engines takes "aws" or "local".');
  if (values.data === '') throw new Error('--data takes a folder, or "memory".');
  return {
    port,
    dataFolder: values.data === 'memory' ? undefined : values.data,
    engines: values.engines,
    dev: values.dev,
    bundles: values.bundles,
  };
}
