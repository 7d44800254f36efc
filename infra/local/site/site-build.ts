import { fork } from 'node:child_process';
import { once } from 'node:events';
import { buildSite, type SiteFolders } from '../../build/web-build.ts';

/**
 * Uses a separate process, so that the server does not keep the bundler's memory.
 *
 * @throws SiteNotBuilt after that process has printed why
 */
export async function buildSiteApart(wanted: Wanted): Promise<BuiltSite> {
  const builder = fork(import.meta.filename, [JSON.stringify(wanted)]);
  let built: BuiltSite | undefined;
  builder.on('message', (message) => {
    built = message as BuiltSite;
  });
  await once(builder, 'close');
  if (!built) throw new SiteNotBuilt();
  return built;
}

/** The message is a sentence for the terminal. */
export class SiteNotBuilt extends Error {
  constructor() {
    super('The site could not be built.');
  }
}

async function main(): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const bytes = await buildSite(JSON.parse(process.argv[2] ?? ''));
  // maxRSS is in KiB.
  const memoryMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  process.send?.({ bytes, memoryMb } satisfies BuiltSite, () => process.exit());
}

interface Wanted {
  readonly folders: SiteFolders;
  readonly contactAddress: string;
}

interface BuiltSite {
  readonly bytes: number;
  /** Peak. */
  readonly memoryMb: number;
}

if (import.meta.main) await main();
