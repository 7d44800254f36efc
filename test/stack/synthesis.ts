import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { functionIds, toFunctionName } from '../../infra/aws/build/bundle.ts';
import { readSettings } from '../../infra/aws/stack/context.ts';
import { EdgeStack, edgeRegion } from '../../infra/aws/stack/edge/edge.ts';
import { addStacks, ParleyStack } from '../../infra/aws/stack/stack.ts';

/** A site of three files and functions that do nothing, as the stack takes them; `remove` ends it. */
export function emptyFolders(): BuiltFolders {
  const root = mkdtempSync(path.join(tmpdir(), 'parley-infra-'));
  const webFolder = path.join(root, 'web');
  mkdirSync(path.join(webFolder, 'assets'), { recursive: true });
  writeFileSync(path.join(webFolder, 'translator.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(path.join(webFolder, 'sw.js'), 'self.skipWaiting();');
  writeFileSync(path.join(webFolder, 'assets/index-a1b2c3d4.js'), 'document.title;');
  const modelsFolder = path.join(root, 'models');
  mkdirSync(modelsFolder);
  writeFileSync(path.join(modelsFolder, 'models.json'), '{}');
  const functionsFolder = path.join(root, 'functions');
  for (const id of functionIds) {
    const folder = path.join(functionsFolder, toFunctionName(id));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'index.mjs'), `// ${id}`);
  }
  return { functionsFolder, webFolder, modelsFolder, remove: () => rmSync(root, { recursive: true }) };
}

/** The feature flags of `cdk.json`. */
export function readFlags(): Context {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../cdk.json'), 'utf8')).context;
}

/**
 * Does what `cdk synth` does, without an account or a network.
 *
 * @param prepare changes the stack before it is synthesised
 * @throws if cdk-nag has an unanswered finding
 */
export function synthesise(
  folders: BuiltFolders,
  context: Context = {},
  prepare: (stack: ParleyStack) => void = () => {},
): Template {
  return inApp(context, (app) => {
    const { remove: _, ...built } = folders;
    const stack = addStacks(app, built);
    prepare(stack);
    app.synth();
    return Template.fromStack(stack);
  });
}

/** The same in a fraction of the time, since cdk-nag does not look: for files whose templates others have checked. */
export function synthesiseUnchecked(folders: BuiltFolders, context: Context = {}): Template {
  return inApp(context, (app) => {
    const settings = readSettings(app.node);
    const { region, stage } = settings;
    const { remove: _, ...built } = folders;
    return Template.fromStack(
      new ParleyStack(app, `parley-${stage}`, { settings, ...built, env: { region } }),
    );
  });
}

/** The small stack in us-east-1 beside a stack in another region. */
export function synthesiseEdge(): Template {
  return inApp({}, (app) =>
    Template.fromStack(
      new EdgeStack(app, 'parley-prod-edge', {
        settings: readSettings(app.node),
        env: { region: edgeRegion },
      }),
    ),
  );
}

function inApp(context: Context, synthesiseIn: (app: App) => Template): Template {
  const outdir = mkdtempSync(path.join(tmpdir(), 'parley-cdk-'));
  try {
    return synthesiseIn(new App({ outdir, context: { ...readFlags(), ...context } }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

type Context = Record<string, string>;

export interface BuiltFolders {
  readonly functionsFolder: string;
  readonly webFolder: string;
  readonly modelsFolder: string;
  remove(): void;
}
