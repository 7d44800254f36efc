import { functionsFolder } from '../../../infra/build.ts';
import { currentBundles } from '../../../infra/bundle.ts';

/** The functions' bundles, once, before files that run side by side would each make them. */
export default async function setup(): Promise<void> {
  await currentBundles(functionsFolder);
}
