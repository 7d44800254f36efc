import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { bundleFunctions, type FunctionBundle, functionIds, functionName } from '../../infra/bundle.ts';
import { addStacks, type ParleyStack } from '../../infra/stack.ts';

/** The bundles and a site of three files, as the stack takes them; `remove` ends them. */
export async function buildFolders(): Promise<
  BuiltFolders & { readonly bundles: readonly FunctionBundle[] }
> {
  const folders = emptyFolders();
  return { ...folders, bundles: await bundleFunctions(folders.functionsFolder) };
}

/** The same with functions that do nothing, for tests that look at the template only. */
export function emptyFolders(): BuiltFolders {
  const root = mkdtempSync(path.join(tmpdir(), 'parley-infra-'));
  const webFolder = path.join(root, 'web');
  mkdirSync(path.join(webFolder, 'assets'), { recursive: true });
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(path.join(webFolder, 'sw.js'), 'self.skipWaiting();');
  writeFileSync(path.join(webFolder, 'assets/index-a1b2c3d4.js'), 'document.title;');
  const functionsFolder = path.join(root, 'functions');
  for (const id of functionIds) {
    const folder = path.join(functionsFolder, functionName(id));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'index.mjs'), `// ${id}`);
  }
  return { functionsFolder, webFolder, remove: () => rmSync(root, { recursive: true }) };
}

const cdkSettings = path.resolve(import.meta.dirname, '../../cdk.json');

/**
 * What `cdk synth` makes, without an account and without a network.
 *
 * @param prepare changes the stack before it is synthesised
 * @throws where cdk-nag finds something that nobody answered
 */
export function synthesise(
  { functionsFolder, webFolder }: BuiltFolders,
  context: Record<string, string> = {},
  prepare: (stack: ParleyStack) => void = () => {},
): Template {
  const outdir = mkdtempSync(path.join(tmpdir(), 'parley-cdk-'));
  try {
    const app = new App({
      outdir,
      context: { ...JSON.parse(readFileSync(cdkSettings, 'utf8')).context, ...context },
    });
    const stack = addStacks(app, { functionsFolder, webFolder });
    prepare(stack);
    app.synth();
    return Template.fromStack(stack);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export interface BuiltFolders {
  readonly functionsFolder: string;
  readonly webFolder: string;
  remove(): void;
}
