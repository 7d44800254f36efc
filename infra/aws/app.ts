import { App } from 'aws-cdk-lib';
import { functionsFolder } from './build/build.ts';
import { bundleFunctions } from './build/bundle.ts';
import { buildSite, isSiteStale, webFolder } from './build/web-build.ts';
import { readSettings } from './stack/context.ts';
import { addStacks } from './stack/stack.ts';

const app = new App();
const { contactAddress } = readSettings(app.node);
await bundleFunctions(functionsFolder);
if (await isSiteStale(contactAddress)) await buildSite(contactAddress);

addStacks(app, { functionsFolder, webFolder });
app.synth();
