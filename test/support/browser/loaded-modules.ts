import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Imported first: writes the address of each module that this process loads, one a line. */
const file = process.env.LOADED_MODULES;
if (file) {
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
}
