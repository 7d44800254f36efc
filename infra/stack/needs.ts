import type { EndpointId } from '../../shared/api/index.ts';
import type { JobName } from '../../shared/jobs.ts';
import type { TableName, tables } from './tables.ts';

export interface Needs {
  readonly memoryMb: number;
  /** At most 30 for endpoints: API Gateway's limit. */
  readonly timeoutSeconds: number;
  readonly tables?: Partial<Record<TableName, Permissions>>;
  readonly indexes?: readonly IndexName[];
  /** IAM actions of providers, which have no resources. */
  readonly actions?: readonly string[];
  /** Gets the login's URLs. Every endpoint with a session needs it. */
  readonly login?: true;
  readonly signingSecret?: true;
  readonly userPoolActions?: readonly string[];
  readonly payments?: true;
  readonly analyticsAudience?: true;
  /** A new version gets a tenth of the calls first. */
  readonly canary?: true;
  /**
   * Calls Translate, Transcribe, Polly or Stripe, touches dozens of items, or writes a whole project: gets a quarter of
   * `requestsPerSecond`. With less, a few IP addresses could block everyone.
   */
  readonly isHeavy?: true;
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

const sessionActions = { 'USER#*': ['GetItem'] } as const satisfies Permissions;

const ledgerActions = { 'LEDGER#*': ['PutItem'], STATS: ['UpdateItem'] } as const satisfies Permissions;

const subscriptionActions = {
  'USER#*': ['GetItem', 'UpdateItem'],
  ...ledgerActions,
} as const satisfies Permissions;

const trialActions = { 'TRIAL#*': ['GetItem', 'PutItem'] } as const satisfies Permissions;

const declinedCardActions = { 'USER#*': ['UpdateItem'] } as const satisfies Permissions;

const stripeEventActions = {
  ...subscriptionActions,
  ...trialActions,
  'CUSTOMER#*': ['DeleteItem', 'GetItem'],
  'EVENT#*': ['GetItem', 'PutItem'],
} as const satisfies Permissions;

const counterActions = {
  'USER#*': ['GetItem', 'UpdateItem'],
  'GUEST#*': ['GetItem', 'UpdateItem'],
  'ADDRESS#*': ['GetItem', 'UpdateItem'],
  GUESTS: ['UpdateItem'],
  FREE: ['UpdateItem'],
} as const satisfies Permissions;

const streamReaderActions = {
  'USER#*': ['BatchWriteItem', 'PutItem', 'Query', 'UpdateItem'],
  'GUEST#*': ['BatchWriteItem', 'PutItem', 'Query', 'UpdateItem'],
} as const satisfies Permissions;

const streamWriterActions = {
  'USER#*': ['DeleteItem', 'GetItem', 'PutItem'],
  'GUEST#*': ['DeleteItem', 'GetItem', 'PutItem'],
} as const satisfies Permissions;

const quick = { memoryMb: 512, timeoutSeconds: 10, login: true } as const satisfies Needs;
const slow = { ...quick, timeoutSeconds: 29, isHeavy: true } as const satisfies Needs;
const payments = { ...slow, payments: true } as const satisfies Needs;
const analytics = { ...quick, analyticsAudience: true } as const satisfies Needs;
const job = { memoryMb: 512, timeoutSeconds: 900 } as const satisfies Needs;

const speaking: Needs = {
  ...slow,
  tables: {
    users: sessionActions,
    usage: { 'USER#*': ['GetItem', 'UpdateItem'], 'ADDRESS#*': ['UpdateItem'] },
  },
  actions: ['polly:SynthesizeSpeech'],
  signingSecret: true,
};

const totals: Needs = { ...analytics, tables: { users: { ...sessionActions, STATS: ['GetItem', 'Query'] } } };
const builds: Needs = { ...analytics, tables: { users: sessionActions, builds: { 'BUILD#*': ['Query'] } } };

/** An endpoint without an entry does not compile. */
export const needs: Record<EndpointId, Needs> = {
  'auth.login': { memoryMb: 256, timeoutSeconds: 5, login: true },
  'auth.callback': {
    ...quick,
    timeoutSeconds: 15,
    tables: {
      users: {
        'USER#*': ['GetItem', 'PutItem', 'UpdateItem'],
        'GUEST#*': ['DeleteItem', 'GetItem'],
        ...ledgerActions,
      },
    },
    signingSecret: true,
    canary: true,
  },
  'auth.logout': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } } },
  'auth.user': { ...quick, tables: { users: sessionActions } },
  'translation.translate': {
    ...slow,
    timeoutSeconds: 20,
    tables: {
      users: {
        'USER#*': ['DeleteItem', 'GetItem', 'PutItem'],
        'PHRASES#*': ['GetItem'],
      },
      usage: counterActions,
    },
    // Translate calls Comprehend with the function's permissions.
    actions: ['translate:TranslateText', 'comprehend:DetectDominantLanguage'],
    signingSecret: true,
    canary: true,
  },
  'translation.list': {
    ...quick,
    tables: { users: { 'USER#*': ['GetItem', 'Query'] } },
    signingSecret: true,
  },
  'translation.search': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'Query'] } } },
  'translation.remove': { ...quick, tables: { users: { 'USER#*': ['DeleteItem', 'GetItem'] } } },
  'translation.keep': {
    ...slow,
    timeoutSeconds: 15,
    tables: {
      users: { 'USER#*': ['DeleteItem', 'GetItem', 'UpdateItem'] },
      usage: { 'USER#*': ['GetItem', 'UpdateItem'] },
    },
    signingSecret: true,
  },
  'translation.star': { ...quick, tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } } },
  'translation.phrases': {
    memoryMb: 512,
    timeoutSeconds: 20,
    isHeavy: true,
    tables: { users: { 'PHRASES#*': ['GetItem', 'PutItem'] } },
    actions: ['translate:TranslateText'],
  },
  'speech.transcribe': {
    ...slow,
    memoryMb: 1024,
    tables: { users: sessionActions, usage: counterActions },
    actions: ['transcribe:StartStreamTranscription'],
    signingSecret: true,
  },
  // It mostly waits, and Lambda bills memory for that time.
  'speech.listen': {
    ...slow,
    memoryMb: 320,
    tables: { users: sessionActions, usage: counterActions, speech: streamReaderActions },
    actions: ['transcribe:StartStreamTranscription'],
    signingSecret: true,
  },
  // A short time limit raises its throttle, so that a whole hotel can speak at once.
  'speech.send-chunk': {
    ...quick,
    timeoutSeconds: 6,
    tables: { users: sessionActions, speech: streamWriterActions },
    signingSecret: true,
  },
  'speech.synthesize': speaking,
  'speech.marks': speaking,
  'settings.read': {
    ...quick,
    tables: { users: { 'USER#*': ['GetItem'], 'GUEST#*': ['GetItem'] } },
    signingSecret: true,
  },
  'settings.save': {
    ...quick,
    tables: { users: { 'USER#*': ['DeleteItem', 'GetItem', 'PutItem'], 'GUEST#*': ['PutItem'] } },
    signingSecret: true,
  },
  'billing.status': {
    ...quick,
    tables: {
      users: { ...subscriptionActions, ...trialActions },
      usage: { 'USER#*': ['GetItem'], 'GUEST#*': ['GetItem'] },
    },
    signingSecret: true,
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
  'billing.cancel': { ...payments, tables: { users: subscriptionActions } },
  'billing.reactivate': { ...payments, tables: { users: subscriptionActions } },
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
    ...slow,
    tables: {
      users: { 'USER#*': ['GetItem', 'Query'], 'GUEST#*': ['GetItem'], 'TRIAL#*': ['GetItem'] },
      usage: { 'USER#*': ['Query'], 'GUEST#*': ['Query'] },
    },
    signingSecret: true,
  },
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
  'system.not-found': { memoryMb: 128, timeoutSeconds: 5 },
};

/** Lambda's longest time limit is 900 seconds. */
export const jobNeeds: Record<JobName, Needs> = {
  'reset-allowances': {
    ...job,
    tables: {
      users: { STATS: ['UpdateItem'] },
      usage: {
        'USER#*': ['BatchGetItem', 'BatchWriteItem'],
        'ADDRESS#*': ['BatchGetItem', 'BatchWriteItem'],
        GUESTS: ['BatchGetItem', 'BatchWriteItem'],
        FREE: ['BatchGetItem', 'BatchWriteItem'],
      },
    },
    indexes: ['usage/by-day'],
  },
  'reconcile-subscriptions': {
    ...job,
    tables: {
      users: { ...stripeEventActions, STATS: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
      usage: declinedCardActions,
    },
    payments: true,
  },
  'recount-totals': {
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
  'sweep-speech': {
    ...job,
    timeoutSeconds: 60,
    tables: {
      speech: { [wholeTable]: ['Scan'], 'USER#*': ['BatchWriteItem'], 'GUEST#*': ['BatchWriteItem'] },
    },
  },
};
