// The command behind each npm script, and the text of its `--help`. Plain JavaScript: `setup.mjs` reads it before anything is installed.

const stripeVariables =
  'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY to use Stripe itself.';

/**
 * `run`: the commands, one after the other; flags go to the last one. `packages`: the Debian packages it needs.
 *
 * @type {Record<string, { run: string[][], packages?: 'engines' | 'tests', help: string }>}
 */
export const commands = {
  start: {
    run: [['node', 'infra/local/main.ts']],
    packages: 'engines',
    help: `npm start -- [flags]     runs Parley on this machine

  --port N            port of the site (8787); login and Stripe use the next two; 0 for free ports
  --data DIR|memory   data folder (.data), or "memory"
  --models DIR        models of the neural engine ($XDG_DATA_HOME/parley/models)
  --engines aws       the real Translate, Transcribe and Polly, with your AWS credentials
  --pace machine      recognises speech as fast as possible instead of in real time
  --payments none     no payments
  -c KEY=VALUE        contactAddress or transcribeStreams (cdk.json)
  --access-seconds N  lifetime of access tokens (900)
  --bundles           runs the bundled functions
  --site DIR          folder of the built site (.build)
  --logs              prints the functions' log lines with their metrics
  --no-install        installs nothing

${stripeVariables}`,
  },
  dev: {
    run: [['node', 'infra/local/dev.ts']],
    packages: 'engines',
    help: `npm run dev -- [flags]   the flags of npm start; reloads pages and functions as you edit

  --inspect[=PORT]    opens Node's debugger (9229); .vscode/launch.json attaches to it
  --help              this text; npm start -- --help prints the other flags`,
  },
  test: {
    run: [['node', 'test/main.ts']],
    packages: 'tests',
    help: `npm test                 format, lint, types, dead code, and all tests but proofs
npm test -- NAME         only the test files whose path contains NAME, without the checks

  --no-install        installs nothing
Other flags go to Vitest.`,
  },
  'test:all': {
    run: [['node', 'test/proofs/all.ts']],
    packages: 'tests',
    help: `npm run test:all         npm test, then every proof: about six hours

  --no-install        installs nothing`,
  },
  prove: {
    run: [['node', 'test/proofs/main.ts']],
    packages: 'tests',
    help: `npm run prove            lists the proofs, with their minutes
npm run prove -- NAME    runs one proof
npm run prove -- NAME --help   prints its flags

  --no-install        installs nothing`,
  },
  browsers: {
    run: [],
    help: 'node infra/local/setup.mjs browsers   installs Firefox, WebKit and sound for proofs',
  },
  build: {
    run: [['node', 'infra/aws/build/build.ts']],
    help: `npm run build -- [flags]  builds the site and the bundles of the functions in .build/

  --data DIR          the data folder that records the build (.data)
  -c KEY=VALUE        contactAddress (cdk.json)`,
  },
  check: {
    run: [['biome', 'ci', '.'], ['oxlint'], ['knip']],
    help: 'npm run check            checks format, lint, types and dead code',
  },
  fix: {
    run: [
      ['oxlint', '--fix'],
      ['biome', 'check', '--write', '.'],
    ],
    help: 'npm run fix              repairs format and lint',
  },
  texts: {
    run: [['node', 'web/build/update-catalogues.ts']],
    help: `npm run texts            adds new texts to the catalogues, removes old ones, and counts what is missing
npm run texts -- LANG    lists the missing texts of a language`,
  },
  bench: {
    run: [['node', 'test/tools/bench/main.ts']],
    packages: 'engines',
    help: 'npm run bench            compares our part of a translation with its bar: about a minute',
  },
  models: {
    run: [['node', 'infra/local/models/main.ts']],
    help: `npm run models           lists the models of the neural engine: installed, and available
npm run models -- add es fr      fetches both directions of each language
npm run models -- remove es      removes them
npm run models -- verify [es]    checks the installed files

  --models DIR        folder of the models ($XDG_DATA_HOME/parley/models)
  --from DIR          adds files that were copied to this machine, by any name
  --mirror URL        tries this copy of the public files first`,
  },
  seed: {
    run: [['node', 'test/tools/seed/main.ts']],
    packages: 'engines',
    help: `npm run seed -- [flags]  fills a data folder with months of use, and prints accounts to sign in with

  --data DIR          the folder, which must be empty (.data)
  --days N            days of use, up to today (120)
  --people N          people who sign up (180)
  --chance N          seed of the random numbers (7)
  --no-install        installs nothing`,
  },
  synth: {
    run: [['cdk', 'synth', '--quiet']],
    help: 'npm run synth            writes the CloudFormation templates into .build/cdk/',
  },
  deploy: {
    run: [['node', 'infra/aws/commands/deploy.ts']],
    help: `npm run deploy -- [flags] builds everything and deploys it with cdk

  -c KEY=VALUE        a context value of cdk.json, for this deployment
  --profile NAME      the AWS profile
Other flags go to cdk deploy. Read infra/aws/DEPLOY.md first.`,
  },
  preflight: {
    run: [['node', 'infra/aws/commands/preflight.ts']],
    help: `npm run preflight -- [flags] looks at the AWS account that a deployment would go to, and changes nothing

  -c KEY=VALUE        a context value of cdk.json, as in the deployment
  --profile NAME      the AWS profile

Each line is fine, or says what to do and where to read about it. If nothing is in the way, it builds everything and
prepares a change set, which says what a deployment would change. STRIPE_SECRET_KEY checks the payments too.`,
  },
  'stripe:setup': {
    run: [['node', 'infra/aws/commands/stripe-setup.ts']],
    help: `npm run stripe:setup -- --site https://SITE --secret NAME_OR_ARN [--live]

Prepares a Stripe account: a product, two prices, the customer portal and the webhook. You can run it again.

  --site https://SITE    the site, as the deployment printed it
  --secret NAME_OR_ARN   the secret for the keys; the deployment printed it as StripeKeys
  --live                 required for live keys

Environment variables, from Stripe’s dashboard (Developers, API keys):

  STRIPE_SECRET_KEY        sk_test_… or sk_live_…
  STRIPE_PUBLISHABLE_KEY   pk_test_… or pk_live_… of the same account`,
  },
  restore: {
    run: [['node', 'infra/aws/commands/restore.ts']],
    help: `npm run restore -- --from TIME [flags]   restores the tables beside the live ones, and compares them

  --from TIME         in UTC, such as 2026-11-28T12:00Z: at most 35 days ago
  -c KEY=VALUE        a context value of cdk.json, as in the deployment
  --profile NAME      the AWS profile

Changes nothing that is in use, and says how to use what it restored. A second run goes on where the first stopped.
Restoring costs $0.15 for each gigabyte, and comparing reads both tables once.`,
  },
  smoke: {
    run: [['node', 'test/tools/smoke/main.ts']],
    help: `npm run smoke -- URL [flags]   uses a running system as people do, and cleans up after itself

  --quick             only pages, headers and a few calls: seconds, and almost free
  --only NAME         only this group, and what it needs; several times for several groups:
                      pages, account, payments, voices, translate, transcribe, speech, metrics, renewal

A deployment needs your AWS credentials: its sign-up mails a code, which the command confirms. It needs Chromium or
Chrome for the login’s pages. The whole run costs about 40 cents, and takes 16 minutes or more: the session’s first
token lasts 15 minutes, and new metrics appear late.
Failures say what was expected, what came, and where to look.`,
  },
};

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
