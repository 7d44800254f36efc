import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

const modules = {
  site: `const { buildSite, isSiteStale } = await import('./infra/aws/build/web-build.ts');
    if (await isSiteStale()) await buildSite();`,
  bundles: `const { functionsFolder } = await import('./infra/aws/build/build.ts');
    const { ensureBundles } = await import('./infra/aws/build/bundle.ts');
    await ensureBundles(functionsFolder);`,
  templates: `const { makeTemplates } = await import('./test/stack/make-templates.ts');
    await makeTemplates();`,
};

/** @returns starts a stale build in another process on the first call; every call waits for it */
export function startOnce(target: keyof typeof modules): () => Promise<object> {
  let built: Promise<object> | undefined;
  return () => {
    built ??= promisify(execFile)(process.execPath, ['--input-type=module', '-e', modules[target]], {
      cwd: root,
    }).then(() => ({}));
    return built;
  };
}
