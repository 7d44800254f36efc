import type { EndpointId } from '../../shared/api/index.ts';
import type { JobName } from '../../shared/jobs.ts';
import type { TableName, tables } from './tables.ts';

/** What one function may touch, and how much machine it gets. */
export interface Needs {
  readonly memoryMb: number;
  /** At most 30 for endpoints: API Gateway waits no longer. */
  readonly timeoutSeconds: number;
  readonly tables?: Partial<Record<TableName, Rights>>;
  /** Which may be queried. */
  readonly indexes?: readonly IndexName[];
  /** IAM actions of provider services that know no resources. */
  readonly actions?: readonly string[];
  /** Knows the hosted login and whom its tokens are for. Every row that looks for a caller needs it. */
  readonly login?: true;
  /** Signs guests' cookies and requests' fingerprints. */
  readonly signing?: true;
  /** IAM actions on the user pool. */
  readonly userPoolActions?: readonly string[];
  /** Reads Stripe's keys. */
  readonly payments?: true;
  /** Knows whether the dashboards are for operators alone. */
  readonly audience?: true;
  /** A new version of it gets a tenth of the calls first. */
  readonly canary?: true;
}

/**
 * What may be done to the items under a partition key, as IAM writes keys: `USER#*`. No scan: no request reads a
 * whole table.
 */
export type Rights = Readonly<Record<string, readonly TableAction[]>>;

/** The table's name, a slash and the index's own. */
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
  | 'UpdateItem';

/** What the wrapper reads to know a caller. */
const session = { 'USER#*': ['GetItem'] } as const satisfies Rights;

/** What a change of a profile enters into the analytics. */
const analyticsOfChanges = { 'LEDGER#*': ['PutItem'], STATS: ['UpdateItem'] } as const satisfies Rights;

/** What a subscription leaves on its owner's profile. */
const subscription = {
  'USER#*': ['GetItem', 'UpdateItem'],
  ...analyticsOfChanges,
} as const satisfies Rights;

/** The one trial of a person. */
const trials = { 'TRIAL#*': ['GetItem', 'PutItem'] } as const satisfies Rights;

/** Cards that were refused. */
const refusals = { 'USER#*': ['UpdateItem'] } as const satisfies Rights;

/** What happens at Stripe, done once. */
const signals = {
  ...subscription,
  ...trials,
  'CUSTOMER#*': ['DeleteItem', 'GetItem'],
  'EVENT#*': ['GetItem', 'PutItem'],
} as const satisfies Rights;

const analytics = {
  memoryMb: 512,
  timeoutSeconds: 10,
  login: true,
  audience: true,
} as const satisfies Needs;

const builds: Needs = {
  ...analytics,
  tables: { users: session, builds: { 'BUILD#*': ['Query'] } },
};

/** A row does not compile until it is decided here. */
export const needs: Record<EndpointId, Needs> = {
  'auth.login': { memoryMb: 256, timeoutSeconds: 5, login: true },
  'auth.callback': {
    memoryMb: 512,
    timeoutSeconds: 15,
    tables: {
      users: {
        'USER#*': ['GetItem', 'PutItem', 'UpdateItem'],
        'GUEST#*': ['DeleteItem', 'GetItem'],
        ...analyticsOfChanges,
      },
    },
    login: true,
    signing: true,
    canary: true,
  },
  'auth.logout': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } },
    login: true,
  },
  'auth.user': { memoryMb: 512, timeoutSeconds: 10, tables: { users: session }, login: true },
  'translation.translate': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: {
      users: {
        'USER#*': ['DeleteItem', 'GetItem', 'PutItem'],
        'PHRASES#*': ['GetItem', 'UpdateItem'],
      },
      usage: {
        'USER#*': ['GetItem', 'UpdateItem'],
        'GUEST#*': ['GetItem', 'UpdateItem'],
        'ADDRESS#*': ['GetItem', 'UpdateItem'],
        GUESTS: ['UpdateItem'],
        FREE: ['UpdateItem'],
      },
    },
    // Translate asks Comprehend, in the function's name, what language a text is in.
    actions: ['translate:TranslateText', 'comprehend:DetectDominantLanguage'],
    login: true,
    signing: true,
    canary: true,
  },
  'translation.list': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['GetItem', 'Query'] } },
    login: true,
    signing: true,
  },
  'translation.search': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['GetItem', 'Query'] } },
    login: true,
  },
  'translation.remove': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['DeleteItem', 'GetItem'] } },
    login: true,
  },
  'translation.keep': {
    memoryMb: 512,
    timeoutSeconds: 15,
    tables: {
      users: { 'USER#*': ['DeleteItem', 'GetItem', 'UpdateItem'] },
      usage: { 'USER#*': ['GetItem', 'UpdateItem'] },
    },
    login: true,
    signing: true,
  },
  'translation.star': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['GetItem', 'UpdateItem'] } },
    login: true,
  },
  'translation.phrases': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: { users: { 'PHRASES#*': ['GetItem', 'PutItem'] } },
    actions: ['translate:TranslateText'],
  },
  'speech.transcribe': {
    memoryMb: 1024,
    timeoutSeconds: 29,
    tables: {
      users: session,
      usage: {
        'USER#*': ['GetItem', 'UpdateItem'],
        'GUEST#*': ['GetItem', 'UpdateItem'],
        'ADDRESS#*': ['GetItem', 'UpdateItem'],
        GUESTS: ['UpdateItem'],
        FREE: ['UpdateItem'],
      },
    },
    actions: ['transcribe:StartStreamTranscription'],
    login: true,
    signing: true,
  },
  'speech.synthesize': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: {
      users: session,
      usage: { 'USER#*': ['GetItem', 'UpdateItem'], 'ADDRESS#*': ['UpdateItem'] },
    },
    actions: ['polly:SynthesizeSpeech'],
    login: true,
    signing: true,
  },
  'settings.read': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: { 'USER#*': ['GetItem'], 'GUEST#*': ['GetItem'] } },
    login: true,
    signing: true,
  },
  'settings.save': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: {
      users: { 'USER#*': ['DeleteItem', 'GetItem', 'PutItem'], 'GUEST#*': ['PutItem'] },
    },
    login: true,
    signing: true,
  },
  'billing.status': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: {
      users: { ...subscription, ...trials },
      usage: { 'USER#*': ['GetItem'], 'GUEST#*': ['GetItem'] },
    },
    login: true,
    signing: true,
    payments: true,
  },
  'billing.config': { memoryMb: 256, timeoutSeconds: 10, payments: true },
  'billing.create': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: {
      users: { ...subscription, ...trials, 'CUSTOMER#*': ['DeleteItem', 'PutItem'] },
      usage: { 'USER#*': ['UpdateItem'], 'ADDRESS#*': ['UpdateItem'] },
    },
    login: true,
    signing: true,
    payments: true,
  },
  'billing.cancel': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: subscription },
    login: true,
    payments: true,
  },
  'billing.reactivate': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: subscription },
    login: true,
    payments: true,
  },
  'billing.portal': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: session },
    login: true,
    payments: true,
  },
  'billing.webhook': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: signals, usage: refusals },
    payments: true,
    canary: true,
  },
  'analytics.overview': { ...analytics, tables: { users: { ...session, STATS: ['GetItem', 'Query'] } } },
  'analytics.users': {
    ...analytics,
    tables: { users: { 'USER#*': ['BatchGetItem', 'GetItem'], STATS: ['GetItem'] } },
    indexes: ['users/by-creation'],
  },
  'analytics.revenue': { ...analytics, tables: { users: { ...session, STATS: ['GetItem', 'Query'] } } },
  'builds.overview': builds,
  'builds.metrics': builds,
  'android.setup': { memoryMb: 256, timeoutSeconds: 5 },
  'account.export': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: {
      users: {
        'USER#*': ['GetItem', 'Query'],
        'GUEST#*': ['GetItem'],
        'TRIAL#*': ['GetItem'],
      },
      usage: { 'USER#*': ['Query'], 'GUEST#*': ['Query'] },
    },
    login: true,
    signing: true,
  },
  'account.remove': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: {
      users: {
        'USER#*': ['BatchWriteItem', 'DeleteItem', 'GetItem', 'Query', 'UpdateItem'],
        'GUEST#*': ['DeleteItem'],
        'CUSTOMER#*': ['DeleteItem'],
        ...analyticsOfChanges,
      },
      usage: {
        'USER#*': ['BatchWriteItem', 'GetItem', 'Query', 'UpdateItem'],
        'GUEST#*': ['GetItem', 'UpdateItem'],
      },
    },
    login: true,
    signing: true,
    payments: true,
    userPoolActions: ['cognito-idp:AdminDeleteUser'],
  },
  'system.health': {
    memoryMb: 256,
    timeoutSeconds: 10,
    actions: ['translate:ListLanguages', 'transcribe:ListTranscriptionJobs', 'polly:DescribeVoices'],
  },
  'system.not-found': { memoryMb: 128, timeoutSeconds: 5 },
};

/** At most 900 seconds: Lambda runs nothing for longer. */
export const jobNeeds: Record<JobName, Needs> = {
  'reset-allowances': {
    memoryMb: 512,
    timeoutSeconds: 900,
    tables: {
      users: { STATS: ['GetItem', 'UpdateItem'] },
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
    memoryMb: 512,
    timeoutSeconds: 900,
    tables: {
      users: { ...signals, STATS: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
      usage: refusals,
    },
    payments: true,
  },
  'recount-totals': {
    memoryMb: 512,
    timeoutSeconds: 900,
    tables: {
      users: {
        'USER#*': ['BatchGetItem', 'UpdateItem'],
        'LEDGER#*': ['PutItem', 'Query'],
        STATS: ['GetItem', 'UpdateItem'],
      },
    },
    indexes: ['users/by-creation'],
  },
};
