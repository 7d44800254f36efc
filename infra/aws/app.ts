import { rmSync } from 'node:fs';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { defaultModelsFolder } from '../local/engines/neural/model-files.ts';
import { packModels } from '../local/models/packed.ts';
import { functionsFolder } from './build/build.ts';
import { bundleFunctions } from './build/bundle.ts';
import { root } from './build/sources.ts';
import { buildSite, isSiteStale, webFolder } from './build/web-build.ts';
import {
  InvalidContext,
  readSettings,
  refuseUnknownKeys,
  requireDeployable,
  type Settings,
} from './stack/context.ts';
import { addStacks } from './stack/stack.ts';

const app = new App();
const settings = readSettingsOrExit();
await bundleFunctions(functionsFolder);
if (await isSiteStale(settings)) await buildSite(settings);

const modelsFolder = path.join(root, '.build/offered-models');
// All of the folder is published.
rmSync(modelsFolder, { recursive: true, force: true });
await packModels(defaultModelsFolder(), settings.offlineModels, modelsFolder);

addStacks(app, { functionsFolder, webFolder, modelsFolder });
app.synth();

function readSettingsOrExit(): Settings {
  try {
    refuseUnknownKeys(Object.keys(app.node.getAllContext()));
    const given = readSettings(app.node);
    requireDeployable(given);
    return given;
  } catch (error) {
    if (!(error instanceof InvalidContext)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
