import { App } from 'aws-cdk-lib';
import { functionsFolder } from './build.ts';
import { bundleFunctions } from './bundle.ts';
import { addStacks } from './stack.ts';
import { buildSite, siteIsStale, webFolder } from './web-build.ts';

/** What `cdk` runs. Functions are bundled every time, the site only where it lags behind its sources. */
await bundleFunctions(functionsFolder);
if (await siteIsStale()) await buildSite();

const app = new App();
addStacks(app, { functionsFolder, webFolder });
app.synth();
