import { existsSync } from 'node:fs';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { functionsFolder } from './build.ts';
import { bundleFunctions } from './bundle.ts';
import { addStacks } from './stack.ts';
import { buildSite, webFolder } from './web-build.ts';

/** What `cdk` runs. Functions are bundled every time, the site only where there is none: `npm run build` does. */
await bundleFunctions(functionsFolder);
if (!existsSync(path.join(webFolder, 'index.html'))) await buildSite();

const app = new App();
addStacks(app, { functionsFolder, webFolder });
app.synth();
