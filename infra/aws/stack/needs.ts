import type { FunctionId } from '../build/bundle.ts';
import type { TableName, tables } from './tables.ts';

export interface Needs {
  readonly memoryMb: number;
  /** At most 30 for endpoints (API Gateway's limit), and 900 for jobs (Lambda's). */
  readonly timeoutSeconds: number;
  readonly tables?: Partial<Record<TableName, Permissions>>;
  readonly indexes?: readonly IndexName[];
  /** IAM actions of providers, which have no resources. */
  readonly actions?: readonly string[];
  /** Gets the login's URLs. Every endpoint with a session needs it. */
  readonly login?: true;
  /** Begins or ends a second sign-in before a change of the account. */
  readonly confirmation?: true;
  readonly signingSecret?: true;
  readonly userPoolActions?: readonly string[];
  readonly payments?: true;
  /** Sends emails of ours, where the deployment has a sender. */
  readonly sendsMail?: true;
  /** Visits the site, and writes `/status.json` into its bucket. */
  readonly publishesStatus?: true;
  /** Looks at the exports of the tables, where those are copied. */
  readonly readsCopies?: true;
  readonly analyticsAudience?: true;
  /** A new version gets a tenth of the calls first. */
  readonly canary?: true;
  /**
   * Calls Translate, Transcribe, Polly or Stripe, touches dozens of items, or writes a whole project: gets a quarter of
   * `requestsPerSecond`. With less, a few IP addresses could block everyone.
   */
  readonly isHeavy?: true;
  /** Lasts as long as somebody speaks. */
  readonly isStream?: true;
}

/** Actions by partition key, as an IAM pattern: `USER#*`. Only a job may scan: no request reads a whole table. */
export type Permissions = Readonly<Record<string, readonly TableAction[]>>;

export const wholeTable = '*';

type IndexName = {
  [Name in TableName]: `${Name}/${(typeof tables)[Name]['indexes'][number]['name']}`;
}[TableName];

type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'Scan'
  | 'UpdateItem';

const sessionActions: Permissions = { 'USER#*': ['GetItem'] };
const ledgerActions: Permissions = { 'LEDGER#*': ['PutItem'], STATS: ['UpdateItem'] };
const subscriptionActions: Permissions = { 'USER#*': ['GetItem', 'UpdateItem'], ...ledgerActions };
const trialActions: Permissions = { 'TRIAL#*': ['GetItem', 'PutItem'] };
const declinedCardActions = allow(['USER#*', 'ADDRESS#*'], 'UpdateItem');

const stripeEventActions: Permissions = {
  ...subscriptionActions,
  ...trialActions,
  'CUSTOMER#*': ['DeleteItem', 'GetItem'],
  'EVENT#*': ['GetItem', 'PutItem'],
};

const callers = ['USER#*', 'GUEST#*'];

/** A refused function reads each counter to find which ceiling was reached. */
const counterActions = allow([...callers, 'ADDRESS#*', 'GUESTS#*', 'FREE#*'], 'GetItem', 'UpdateItem');

/** Of the streams that a caller and an address have at once. */
const slotActions = allow([...callers, 'ADDRESS#*'], 'GetItem', 'UpdateItem');

const quick = { memoryMb: 512, timeoutSeconds: 10, login: true } as const;
const slow = { ...quick, timeoutSeconds: 29, isHeavy: true } as const;
const signing = { ...quick, signingSecret: true } as const;
const slowSigning = { ...slow, signingSecret: true } as const;
const payments = { ...slow, payments: true } as const;
const analytics = { ...quick, analyticsAudience: true } as const;
const job = { memoryMb: 512, timeoutSeconds: 900 };

const speaking: Needs = {
  ...slowSigning,
  tables: {
    users: sessionActions,
    usage: { 'USER#*': ['GetItem', 'UpdateItem'], 'ADDRESS#*': ['UpdateItem'] },
  },
  actions: ['polly:SynthesizeSpeech'],
};

const secondFactor: Needs = {
  ...signing,
  timeoutSeconds: 15,
  tables: { users: sessionActions },
  sendsMail: true,
};

const totals: Needs = { ...analytics, tables: { users: { ...sessionActions, STATS: ['GetItem', 'Query'] } } };
const builds: Needs = { ...analytics, tables: { users: sessionActions, builds: { 'BUILD#*': ['Query'] } } };

/** A function without an entry does not compile. */
export const needs: Record<FunctionId, Needs> = {
  'auth.login': { memoryMb: 256, timeoutSeconds: 5, login: true, confirmation: true },
  'auth.callback': {
    ...signing,
    timeoutSeconds: 15,
    confirmation: true,
    // The confirmation client's secret.
    userPoolActions: ['cognito-idp:DescribeUserPoolClient'],
    tables: {
      users: {
        // Undoes its writes if the account is deleted meanwhile.
        'USER#*': ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        'GUEST#*': ['DeleteItem', 'GetItem'],
        ...ledgerActions,
      },
    },
    canary: true,
  },
  'auth.logout': { ...quick, tables: { users: { 'USER#*': ['BatchWriteItem', 'GetItem', 'UpdateItem'] } } },
  'auth.user': { ...analytics, tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } } },
  'translation.translate': {
    ...slowSigning,
    timeoutSeconds: 20,
    tables: {
      users: {
        'USER#*': ['DeleteItem', 'GetItem', 'PutItem'],
      },
      usage: counterActions,
    },
    // Translate calls Comprehend with the function's permissions.
    actions: ['translate:TranslateText', 'comprehend:DetectDominantLanguage'],
    canary: true,
  },
  'translation.list': {
    ...signing,
    tables: { users: { 'USER#*': ['GetItem', 'Query'] } },
  },
  'translation.search': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'Query'] } } },
  'translation.remove': { ...quick, tables: { users: { 'USER#*': ['DeleteItem', 'GetItem'] } } },
  'translation.keep': {
    ...slowSigning,
    timeoutSeconds: 15,
    tables: {
      users: { 'USER#*': ['DeleteItem', 'GetItem', 'UpdateItem'] },
      usage: { 'USER#*': ['GetItem', 'UpdateItem'] },
    },
  },
  'translation.star': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } } },
  'speech.transcribe': {
    ...slowSigning,
    memoryMb: 1024,
    tables: { users: sessionActions, usage: counterActions, speech: slotActions },
    actions: ['transcribe:StartStreamTranscription'],
  },
  // It mostly waits, and Lambda bills memory for that time.
  'speech.listen': {
    ...slowSigning,
    isStream: true,
    memoryMb: 320,
    tables: {
      users: sessionActions,
      usage: counterActions,
      speech: {
        ...slotActions,
        ...allow(callers, 'BatchWriteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
      },
    },
    actions: ['transcribe:StartStreamTranscription'],
  },
  'speech.send-chunk': {
    ...signing,
    timeoutSeconds: 6,
    tables: {
      users: sessionActions,
      speech: allow(callers, 'BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem'),
    },
  },
  'speech.synthesize': speaking,
  'speech.marks': speaking,
  'settings.read': {
    ...signing,
    tables: { users: allow(callers, 'GetItem') },
  },
  'settings.save': {
    ...signing,
    tables: {
      users: { 'USER#*': ['DeleteItem', 'GetItem', 'PutItem'], 'GUEST#*': ['GetItem', 'PutItem'] },
    },
  },
  'billing.status': {
    ...signing,
    tables: {
      users: { ...subscriptionActions, ...trialActions },
      usage: allow(callers, 'GetItem'),
    },
    payments: true,
  },
  'billing.config': { memoryMb: 256, timeoutSeconds: 10, payments: true },
  'billing.create': {
    ...payments,
    tables: {
      users: { ...subscriptionActions, ...trialActions, 'CUSTOMER#*': ['DeleteItem', 'PutItem'] },
      usage: { 'USER#*': ['UpdateItem'], 'ADDRESS#*': ['UpdateItem'] },
    },
    signingSecret: true,
  },
  'billing.apply-code': {
    ...payments,
    tables: { users: sessionActions, usage: { 'USER#*': ['UpdateItem'], 'ADDRESS#*': ['UpdateItem'] } },
    signingSecret: true,
  },
  'billing.cancel': { ...payments, tables: { users: subscriptionActions } },
  'billing.reactivate': { ...payments, tables: { users: subscriptionActions } },
  'billing.preview-change': { ...payments, tables: { users: sessionActions } },
  'billing.change': { ...payments, tables: { users: subscriptionActions } },
  'billing.portal': { ...payments, tables: { users: sessionActions } },
  // Throttled webhooks are not lost: Stripe retries for three days.
  'billing.webhook': {
    memoryMb: 512,
    timeoutSeconds: 29,
    isHeavy: true,
    tables: { users: stripeEventActions, usage: declinedCardActions },
    payments: true,
    canary: true,
  },
  'analytics.overview': totals,
  'analytics.users': {
    ...analytics,
    tables: { users: { 'USER#*': ['BatchGetItem', 'GetItem'], STATS: ['GetItem'] } },
    indexes: ['users/by-creation'],
  },
  'analytics.revenue': totals,
  'builds.overview': builds,
  'builds.metrics': builds,
  'android.setup': { memoryMb: 256, timeoutSeconds: 5, isHeavy: true },
  'account.export': {
    ...slowSigning,
    tables: {
      users: { 'USER#*': ['GetItem', 'Query'], 'GUEST#*': ['GetItem'], 'TRIAL#*': ['GetItem'] },
      usage: allow(callers, 'Query'),
    },
  },
  'account.sign-out-everywhere': {
    ...quick,
    timeoutSeconds: 15,
    tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } },
    userPoolActions: ['cognito-idp:AdminUserGlobalSignOut'],
  },
  'account.sessions': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'Query'] } } },
  'account.end-sessions': {
    ...quick,
    tables: { users: { 'USER#*': ['BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'] } },
  },
  'account.change-email': {
    ...signing,
    timeoutSeconds: 15,
    tables: { users: sessionActions, usage: { 'USER#*': ['GetItem', 'UpdateItem'] } },
  },
  'account.confirm-email': {
    ...payments,
    tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'], ...trialActions } },
    signingSecret: true,
    sendsMail: true,
  },
  'account.begin-second-factor': { ...signing, timeoutSeconds: 15, tables: { users: sessionActions } },
  'account.confirm-second-factor': secondFactor,
  'account.end-second-factor': secondFactor,
  'account.remove': {
    ...payments,
    tables: {
      users: {
        'USER#*': ['BatchWriteItem', 'DeleteItem', 'GetItem', 'Query', 'UpdateItem'],
        'GUEST#*': ['DeleteItem'],
        'CUSTOMER#*': ['DeleteItem'],
        ...ledgerActions,
      },
      usage: {
        'USER#*': ['BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'],
        'GUEST#*': ['GetItem', 'UpdateItem'],
      },
    },
    signingSecret: true,
    userPoolActions: ['cognito-idp:AdminDeleteUser'],
  },
  // CloudFront caches it for 30 seconds.
  'system.health': {
    memoryMb: 256,
    timeoutSeconds: 10,
    isHeavy: true,
    actions: ['translate:ListLanguages', 'transcribe:ListTranscriptionJobs', 'polly:DescribeVoices'],
  },
  // Anybody can call it without an account.
  'system.report-error': { memoryMb: 128, timeoutSeconds: 5, isHeavy: true },
  'system.not-found': { memoryMb: 128, timeoutSeconds: 5 },
  'jobs.reset-allowances': {
    ...job,
    tables: {
      users: { STATS: ['BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'] },
      usage: allow(['USER#*', 'ADDRESS#*', 'GUESTS#*', 'FREE#*'], 'BatchGetItem', 'BatchWriteItem'),
    },
    indexes: ['usage/by-day'],
  },
  'jobs.reconcile-subscriptions': {
    ...job,
    tables: {
      users: {
        ...stripeEventActions,
        // Without keys, it looks for customers.
        [wholeTable]: ['Scan'],
        STATS: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
      },
      usage: declinedCardActions,
    },
    payments: true,
  },
  'jobs.recount-totals': {
    ...job,
    tables: {
      users: {
        'USER#*': ['BatchGetItem', 'UpdateItem'],
        'LEDGER#*': ['PutItem', 'Query'],
        STATS: ['GetItem', 'UpdateItem'],
      },
    },
    indexes: ['users/by-creation'],
  },
  'jobs.sweep-speech': {
    ...job,
    timeoutSeconds: 60,
    tables: {
      speech: {
        [wholeTable]: ['Scan'],
        ...allow([...callers, 'ADDRESS#*'], 'BatchWriteItem'),
        'SWEEP#*': ['DeleteItem', 'GetItem', 'PutItem'],
      },
    },
  },
  'jobs.check-copies': { memoryMb: 256, timeoutSeconds: 120, readsCopies: true },
  'jobs.probe': { memoryMb: 256, timeoutSeconds: 120, publishesStatus: true },
};

function allow(keys: readonly string[], ...actions: TableAction[]): Permissions {
  return Object.fromEntries(keys.map((key) => [key, actions]));
}
