import { call, type Received } from '../api.ts';
import { type Options, toRequest } from './options.ts';

export type Configuration = Received<'android.setup'>;

/** @throws the same sentence for every failure */
export async function generate(options: Options): Promise<Configuration> {
  try {
    return await call('android.setup', toRequest(options));
  } catch (cause) {
    throw new Error('Failed to generate Android configuration', { cause });
  }
}
