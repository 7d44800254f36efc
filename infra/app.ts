import { App } from 'aws-cdk-lib';
import { functionsFolder } from './build.ts';
import { bundleFunctions } from './bundle.ts';
import { readSettings } from './context.ts';
import { addStacks } from './stack.ts';
import { buildSite, siteIsStale, webFolder } from './web-build.ts';

/** What `cdk` runs. Functions are bundled every time, the site only where it lags behind its sources. */
const app = new App();
const { contactAddress } = readSettings(app.node);
await bundleFunctions(functionsFolder);
if (await siteIsStale({ contactAddress })) await buildSite({ contactAddress });

addStacks(app, { functionsFolder, webFolder });
app.synth();
