/** A run that is too long for `npm test`. */
export interface Proof {
  readonly proves: string;
  /** How long the full size takes on two idle cores. */
  readonly minutes: number;
  /** The folder of its test files; without it, the proof is `main.ts` in the folder of its name. */
  readonly tests?: string;
  /** A smaller size for `npm run test:all`, where the full one takes longer than a quarter of an hour. */
  readonly nightly?: readonly string[];
  /** `npm run test:all` leaves it out: it needs models that are not ours to ship. */
  readonly isOnRequest?: true;
  /** Extra packages that `infra/local/setup.mjs` installs for it. */
  readonly packages?: 'browsers';
}

/** All proofs, in the order in which `npm run test:all` runs them. */
export const proofs: Readonly<Record<string, Proof>> = {
  properties: {
    proves: 'properties of pure functions hold for other seeds and many more runs',
    minutes: 2,
  },
  alone: {
    proves: 'each file of units and components passes in a process of its own',
    minutes: 5,
  },
  variants: {
    proves:
      'journeys pass in all the sizes, languages and kinds of loss of their tables: `npm test` tries one of each',
    minutes: 6,
  },
  drills: {
    proves:
      'the smoke check and the restore work on one machine, the endpoint of the README compiles, and chaos, faults and fuzz hold in a minute',
    minutes: 3,
    tests: 'proofs/drills/',
  },
  engines: {
    proves:
      'every pair of languages is translated, and keeps text without language, such as numbers and addresses; every voice speaks',
    minutes: 3,
    tests: 'proofs/engines/',
  },
  neural: {
    proves:
      'the neural engine keeps what is no language, is quick, gives its memory back, beats Apertium, and translates in three browsers without a server',
    minutes: 6,
    isOnRequest: true,
  },
  phrasebook: {
    proves: 'phrases and health cards that an engine translates back to English mean what they should',
    minutes: 1,
  },
  seed: {
    proves: '`npm run seed` fills an empty folder with days of use',
    minutes: 1,
    tests: 'proofs/seed/',
  },
  site: {
    proves: 'the local server builds, packs and serves the site as CloudFront does',
    minutes: 2,
    tests: 'proofs/site/',
  },
  offline: {
    proves: 'new, retired and false versions of the service worker',
    minutes: 1,
    tests: 'proofs/offline/',
  },
  look: {
    proves:
      'every page fits every size in light and dark, in Arabic, German, Hindi and Russian too, axe finds nothing, and a traveller’s jobs need no scroll',
    minutes: 7,
    tests: 'proofs/look/',
  },
  voice: {
    proves: 'a spoken sentence is translated at most 300 ms later than by the engines alone',
    minutes: 1,
    tests: 'proofs/voice/',
  },
  streaming: {
    proves: 'words appear while people speak, the text a second after, and nothing is lost or paid twice',
    minutes: 12,
    nightly: ['--clips', '3,10,60', '--times', '1'],
    packages: 'browsers',
  },
  wild: {
    proves: 'what people do holds in every browser, device and network: nothing blank, lost or silent',
    minutes: 20,
  },
  'stale-reads': {
    proves: 'the service tests pass on a database that answers from before the last write where it may',
    minutes: 4,
  },
  rights: {
    proves: 'the role of each function allows what it calls at AWS',
    minutes: 2,
  },
  lighthouse: {
    proves: 'the landing page and the translator reach their Lighthouse bars',
    minutes: 3,
  },
  scale: {
    proves: 'the counters that all callers share take 20,000 requests a second, and what breaks next',
    minutes: 1,
  },
  load: {
    proves: '50 requests a second for 5 minutes stay within latency and memory, without errors',
    minutes: 7,
  },
  browsers: {
    proves: 'voice to voice works in real Firefox and WebKit',
    minutes: 6,
    packages: 'browsers',
  },
  billing: {
    proves: 'subscriptions, revenue and figures match Stripe, whatever happens to webhooks',
    minutes: 30,
    nightly: ['--histories', '3000'],
  },
  faults: {
    proves: 'no fault of a provider charges for an error or leaves work half done',
    minutes: 30,
    nightly: ['--sample'],
  },
  chaos: {
    proves: 'every acknowledged write survives 200 kills of the whole product',
    minutes: 25,
    nightly: ['--kills', '80'],
  },
  fuzz: {
    proves: 'hostile requests meet no crash, hang, leak or broken promise, and are in no log line',
    minutes: 60,
    nightly: ['--requests', '2500'],
  },
  stability: {
    proves: '`npm test` is green 20 times in a row: idle, beside a busy loop, on one core, shuffled',
    minutes: 120,
    nightly: ['--idle', '1', '--busy', '1', '--pinned', '0', '--shuffled', '1'],
  },
  judges: {
    proves:
      'programs of others find nothing new: cfn-lint and checkov (template), the Nu checker (pages), stripe-mock (stripe), k6 (load), DynamoDB Local (database)',
    minutes: 12,
  },
  mutation: {
    proves: 'tests notice 85 % of the mutations of code about money and access',
    minutes: 50,
    nightly: ['--modules', '4'],
  },
};
