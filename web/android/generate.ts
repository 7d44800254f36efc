import { call, type Received } from '../api.ts';
import { type Options, requestOf } from './options.ts';

export type Configuration = Received<'android.setup'>;

/** @throws one sentence, whatever went wrong: the cause changes nothing about what can be done */
export async function generate(options: Options): Promise<Configuration> {
  try {
    return await call('android.setup', requestOf(options));
  } catch (cause) {
    throw new Error('Failed to generate Android configuration', { cause });
  }
}
