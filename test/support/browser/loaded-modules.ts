import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Imported before anything else: writes down the address of each module that this process loads, a line each. */
const file = process.env.LOADED_MODULES;
if (file) {
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
}
