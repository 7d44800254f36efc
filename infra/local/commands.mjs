// The command behind each npm script, and its flags. Plain JavaScript: `setup.mjs` reads it before anything is installed.

const context = { '-c, --context KEY=VALUE': 'a context value of cdk.json, as in the deployment' };
const profile = { '--profile NAME': 'the AWS profile' };

const startFlags = {
  '--port N': 'port of the site (8787); login and Stripe use the next two; 0 for free ports',
  '--data DIR|memory': 'data folder (.data), or "memory"',
  '--models DIR': 'models of the neural engine ($XDG_DATA_HOME/parley/models)',
  '--engines aws': 'the real Translate, Transcribe and Polly, with your AWS credentials',
  '--pace machine': 'recognises speech as fast as possible instead of in real time',
  '--payments none': 'no payments',
  '-c, --context KEY=VALUE': 'contactAddress or transcribeStreams (cdk.json)',
  '--access-seconds N': 'lifetime of access tokens (900)',
  '--bundles': 'runs the bundled functions',
  '--site DIR': 'folder of the built site (.build)',
  '--logs': 'prints the functions’ log lines with their metrics',
};

const stripeVariables =
  'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY to use Stripe itself.';

/**
 * @typedef {object} Command
 * @property {string[][]} run the commands, one after the other; flags go to the last one
 * @property {'engines' | 'tests'} [packages] the Debian packages it needs
 * @property {string} title the first lines of its help
 * @property {Record<string, string>} [flags] by how they are written: with a value, or `[=VALUE]`, or without
 * @property {number} [words] how many words it takes besides flags; none without it
 * @property {string} [others] what checks all other flags
 * @property {string} [more] the end of its help
 *
 * @type {Record<string, Command>}
 */
export const commands = {
  start: {
    run: [['node', 'infra/local/main.ts']],
    packages: 'engines',
    title: 'npm start -- [flags]     runs Parley on this machine',
    flags: startFlags,
    more: stripeVariables,
  },
  dev: {
    run: [['node', 'infra/local/dev.ts']],
    packages: 'engines',
    title: 'npm run dev -- [flags]   like npm start; reloads pages and functions as you edit',
    flags: {
      ...startFlags,
      '--inspect[=PORT]': 'opens Node’s debugger (9229); .vscode/launch.json attaches to it',
    },
    more: stripeVariables,
  },
  test: {
    run: [['node', 'test/main.ts']],
    packages: 'tests',
    title: `npm test                 format, lint, types, dead code, and all tests but proofs
npm test -- NAME         only the test files whose path contains NAME, without the checks`,
    words: Number.POSITIVE_INFINITY,
    others: 'Vitest',
    more: 'Other flags go to Vitest.',
  },
  'test:all': {
    run: [['node', 'test/proofs/all.ts']],
    packages: 'tests',
    title: 'npm run test:all         npm test, then every proof: about six hours',
  },
  prove: {
    run: [['node', 'test/proofs/main.ts']],
    packages: 'tests',
    title: `npm run prove            lists the proofs, with their minutes
npm run prove -- NAME    runs one proof
npm run prove -- NAME --help   prints its flags`,
    words: Number.POSITIVE_INFINITY,
    others: 'the proof',
  },
  browsers: {
    run: [],
    title: 'node infra/local/setup.mjs browsers   installs Firefox, WebKit and sound for proofs',
  },
  build: {
    run: [['node', 'infra/aws/build/build.ts']],
    title: 'npm run build -- [flags] builds the site and the bundles of the functions in .build/',
    flags: {
      '--data DIR': 'the data folder that records the build (.data)',
      '-c, --context KEY=VALUE': 'contactAddress (cdk.json)',
    },
  },
  check: {
    run: [['biome', 'ci', '.'], ['oxlint'], ['knip']],
    title: 'npm run check            checks format, lint, types and dead code',
  },
  fix: {
    run: [
      ['oxlint', '--fix'],
      ['biome', 'check', '--write', '.'],
    ],
    title: 'npm run fix              repairs format and lint',
  },
  texts: {
    run: [['node', 'web/build/update-catalogues.ts']],
    title: `npm run texts            adds new texts to the catalogues, removes old ones, and counts what is missing
npm run texts -- LANG    lists the missing texts of a language, too`,
    words: 1,
  },
  bench: {
    run: [['node', 'test/tools/bench/main.ts']],
    packages: 'engines',
    title: 'npm run bench            compares our part of a translation with its bar: about a minute',
  },
  models: {
    run: [['node', 'infra/local/models/main.ts']],
    title: `npm run models           lists the models of the neural engine: installed, and available
npm run models -- add es fr      fetches both directions of each language
npm run models -- remove es      removes them
npm run models -- verify [es]    checks the installed files`,
    words: Number.POSITIVE_INFINITY,
    flags: {
      '--models DIR': 'folder of the models ($XDG_DATA_HOME/parley/models)',
      '--from DIR': 'adds files that were copied to this machine, by any name',
      '--mirror URL': 'tries this copy of the public files first',
    },
  },
  seed: {
    run: [['node', 'test/tools/seed/main.ts']],
    packages: 'engines',
    title:
      'npm run seed -- [flags]  fills a data folder with months of use, and prints accounts to sign in with',
    flags: {
      '--data DIR': 'the folder, which must be empty (.data)',
      '--days N': 'days of use, up to today (120)',
      '--people N': 'people who sign up (180)',
      '--chance N': 'seed of the random numbers (7)',
    },
  },
  synth: {
    run: [['cdk', 'synth', '--quiet']],
    title: 'npm run synth -- [flags] writes the CloudFormation templates into .build/cdk/',
    flags: context,
  },
  deploy: {
    run: [['node', 'infra/aws/commands/deploy.ts']],
    title: 'npm run deploy -- [flags] builds everything and deploys it with cdk',
    flags: {
      '-c, --context KEY=VALUE': 'a context value of cdk.json, for this deployment',
      ...profile,
    },
    others: 'cdk deploy',
    more: 'Other flags go to cdk deploy. Read infra/aws/DEPLOY.md first.',
  },
  preflight: {
    run: [['node', 'infra/aws/commands/preflight.ts']],
    title:
      'npm run preflight -- [flags] looks at the AWS account that a deployment would go to, and changes nothing',
    flags: { ...context, ...profile },
    others: 'cdk deploy',
    more: `Each line is fine, or says what to do and where to read about it. If nothing is in the way, it builds everything and
prepares a change set, which says what a deployment would change. Other flags go to cdk deploy.
STRIPE_SECRET_KEY checks the payments too.`,
  },
  'stripe:setup': {
    run: [['node', 'infra/aws/commands/stripe-setup.ts']],
    title: `npm run stripe:setup -- --site https://SITE --secret NAME_OR_ARN [--live]

Prepares a Stripe account: a product, two prices, the customer portal and the webhook. You can run it again.`,
    flags: {
      '--site https://SITE': 'the site, as the deployment printed it',
      '--secret NAME_OR_ARN': 'the secret for the keys; the deployment printed it as StripeKeys',
      '--live': 'required for live keys',
    },
    more: `Environment variables, from Stripe’s dashboard (Developers, API keys):

  STRIPE_SECRET_KEY        sk_test_… or sk_live_…
  STRIPE_PUBLISHABLE_KEY   pk_test_… or pk_live_… of the same account`,
  },
  restore: {
    run: [['node', 'infra/aws/commands/restore.ts']],
    title:
      'npm run restore -- --from TIME [flags]   restores the tables beside the live ones, and compares them',
    flags: {
      '--from TIME': 'in UTC, such as 2026-11-28T12:00Z: at most 35 days ago',
      ...context,
      ...profile,
    },
    more: `Changes nothing that is in use, and says how to use what it restored. A second run goes on where the first stopped.
Restoring costs $0.15 for each gigabyte, and comparing reads both tables once.`,
  },
  smoke: {
    run: [['node', 'test/tools/smoke/main.ts']],
    title: 'npm run smoke -- URL [flags]   uses a running system as people do, and cleans up after itself',
    words: 1,
    flags: {
      '--quick': 'only pages, headers and a few calls: seconds, and almost free',
      '--only NAME': `only this group, and what it needs; several times for several groups:
pages, account, payments, voices, translate, transcribe, speech, metrics, renewal`,
    },
    more: `A deployment needs your AWS credentials: its sign-up mails a code, which the command confirms. It needs Chromium or
Chrome for the login’s pages. The whole run costs about 40 cents, and takes 16 minutes or more: the session’s first
token lasts 15 minutes, and new metrics appear late.
Failures say what was expected, what came, and where to look.`,
  },
};

/** @param {string} name of a command */
export function describeCommand(name) {
  const { title, flags, more } = commands[name];
  const lines = Object.entries({ ...flags, ...everyFlag }).map(([flag, does]) =>
    `  ${flag.padEnd(23)} ${does}`.replaceAll('\n', `\n${' '.repeat(26)}`),
  );
  return [title, lines.join('\n'), more].filter(Boolean).join('\n\n');
}

/**
 * What is wrong with the flags and words of a command, in a sentence, as far as names tell; its program checks values.
 *
 * @param {string} name of the command
 * @param {string[]} given
 * @param {Record<string, string | undefined>} environment npm keeps flags that come before `--`, in `npm_config_FLAG`
 */
export function findMistake(name, given, environment) {
  const { flags, words = 0, others } = commands[name];
  const known = Object.keys({ ...flags, ...everyFlag }).map(parseFlag);
  const kept = known.find(({ names }) => names.some((each) => isKeptByNpm(each, environment)));
  if (kept) {
    return `npm kept ${kept.names.at(-1)} for itself. Write \`--\` before the flags: \`${callOf(name)} -- ${kept.written}\`.`;
  }
  const seeHelp = `\`${callOf(name)} -- --help\` lists the flags.`;
  let wordCount = 0;
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index];
    if (!/^-./.test(word)) {
      wordCount += 1;
      if (wordCount > words) return `"${word}" is one word too many. ${seeHelp}`;
      continue;
    }
    const [, flag = word, inlineValue] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const found = known.find(({ names }) => names.includes(flag));
    if (!found && !others) return `There is no flag ${flag}. ${seeHelp}`;
    if (!found) {
      // Perhaps its value.
      if (inlineValue === undefined && !given[index + 1]?.startsWith('-')) index += 1;
    } else if (found.value === 'none') {
      if (inlineValue !== undefined) return `${flag} takes no value. ${seeHelp}`;
    } else if (found.value === 'required' && inlineValue === undefined) {
      index += 1;
      if (given[index] === undefined || given[index].startsWith('-')) {
        return `${flag} needs a value: ${found.written}. ${seeHelp}`;
      }
    }
  }
  return undefined;
}

const everyFlag = { '--no-install': 'installs nothing' };

/** @param {string} written such as `-c, --context KEY=VALUE`, `--inspect[=PORT]` or `--logs` */
function parseFlag(written) {
  const [, list = '', optional, required] = /^(-[\w-]+(?:, --[\w-]+)?)(\[=\w+\])?( .+)?$/.exec(written) ?? [];
  return { written, names: list.split(', '), value: required ? 'required' : optional ? 'optional' : 'none' };
}

/** @param {string} flag @param {Record<string, string | undefined>} environment */
function isKeptByNpm(flag, environment) {
  const [, no, name] = /^--(no-)?(.+)$/.exec(flag) ?? [];
  const value = name && environment[`npm_config_${name.replaceAll('-', '_')}`];
  return no ? value === '' : Boolean(value);
}

function callOf(name) {
  return ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
}

const engines = [
  'apertium',
  'apertium-cat-ita',
  'apertium-eng-cat',
  'apertium-es-pt',
  'apertium-es-ro',
  'apertium-fra-cat',
  'apertium-ind-zlm',
  'apertium-por-cat',
  'apertium-spa-cat',
  'apertium-spa-ita',
  'apertium-swe-dan',
  'espeak-ng',
  'ffmpeg',
  'pocketsphinx',
  'pocketsphinx-en-us',
];

/** Debian packages by need. The tests also need a browser: see `setup.mjs`. */
export const debianPackages = {
  engines,
  tests: [...engines, 'flite', 'sox'],
  browsers: [
    'pulseaudio',
    'pulseaudio-utils',
    'firefox-esr',
    'gstreamer1.0-libav',
    'gstreamer1.0-plugins-bad',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-pulseaudio',
    'webkit2gtk-driver',
    'xvfb',
  ],
};
