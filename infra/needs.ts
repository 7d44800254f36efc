import type { EndpointId } from '../shared/api/index.ts';
import type { JobName } from '../shared/jobs.ts';
import type { TableName } from './tables.ts';

/** What one function may touch, and how much machine it gets. */
export interface Needs {
  readonly memoryMb: number;
  /** At most 30 for endpoints: API Gateway waits no longer. */
  readonly timeoutSeconds: number;
  readonly tables?: Partial<Record<TableName, 'read' | 'write'>>;
  /** IAM actions of provider services that know no resources. */
  readonly actions?: readonly string[];
  /** IAM actions on our own transcription jobs. */
  readonly jobActions?: readonly string[];
  /** Knows the hosted login and whom its tokens are for. Every row that looks for a caller needs it. */
  readonly login?: true;
  /** Signs guests' cookies and requests' fingerprints. */
  readonly signing?: true;
  /** IAM actions on the user pool. */
  readonly userPoolActions?: readonly string[];
  /** The bucket that holds clips for the minutes of a batch transcription. */
  readonly audioBucket?: true;
  /** Reads Stripe's keys. */
  readonly payments?: true;
  /** Knows whether the dashboards are for operators alone. */
  readonly audience?: true;
  /** A new version of it gets a tenth of the calls first. */
  readonly canary?: true;
}

const analytics: Needs = {
  memoryMb: 512,
  timeoutSeconds: 10,
  tables: { users: 'read' },
  login: true,
  audience: true,
};

const builds: Needs = {
  memoryMb: 512,
  timeoutSeconds: 10,
  tables: { users: 'read', builds: 'read' },
  login: true,
  audience: true,
};

/** A row does not compile until it is decided here. */
export const needs: Record<EndpointId, Needs> = {
  'auth.login': { memoryMb: 256, timeoutSeconds: 5, login: true },
  'auth.callback': {
    memoryMb: 512,
    timeoutSeconds: 15,
    tables: { users: 'write' },
    login: true,
    signing: true,
    canary: true,
  },
  'auth.logout': { memoryMb: 512, timeoutSeconds: 10, tables: { users: 'write' }, login: true },
  'auth.user': { memoryMb: 512, timeoutSeconds: 10, tables: { users: 'read' }, login: true },
  'translation.translate': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: { users: 'write', usage: 'write' },
    actions: ['translate:TranslateText'],
    login: true,
    signing: true,
    canary: true,
  },
  'translation.list': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: 'read' },
    login: true,
    signing: true,
  },
  'translation.search': { memoryMb: 512, timeoutSeconds: 10, tables: { users: 'read' }, login: true },
  'translation.remove': { memoryMb: 512, timeoutSeconds: 10, tables: { users: 'write' }, login: true },
  'translation.phrases': {
    memoryMb: 512,
    timeoutSeconds: 20,
    tables: { users: 'write' },
    actions: ['translate:TranslateText'],
  },
  'speech.transcribe': {
    memoryMb: 1024,
    timeoutSeconds: 29,
    tables: { users: 'read', usage: 'write' },
    audioBucket: true,
    actions: ['transcribe:StartStreamTranscription', 'transcribe:StartTranscriptionJob'],
    jobActions: ['transcribe:GetTranscriptionJob', 'transcribe:DeleteTranscriptionJob'],
    login: true,
    signing: true,
  },
  'speech.synthesize': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'read', usage: 'write' },
    actions: ['polly:SynthesizeSpeech'],
    login: true,
  },
  'settings.read': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: 'read' },
    login: true,
    signing: true,
  },
  'settings.save': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: 'write' },
    login: true,
    signing: true,
  },
  'billing.status': {
    memoryMb: 512,
    timeoutSeconds: 10,
    tables: { users: 'write', usage: 'read' },
    login: true,
    signing: true,
    payments: true,
  },
  'billing.config': { memoryMb: 256, timeoutSeconds: 10, payments: true },
  'billing.create': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'write' },
    login: true,
    signing: true,
    payments: true,
  },
  'billing.cancel': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'write' },
    login: true,
    payments: true,
  },
  'billing.reactivate': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'write' },
    login: true,
    payments: true,
  },
  'billing.portal': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'read' },
    login: true,
    payments: true,
  },
  'billing.webhook': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'write' },
    signing: true,
    payments: true,
    canary: true,
  },
  'analytics.overview': analytics,
  'analytics.users': analytics,
  'analytics.revenue': analytics,
  'builds.overview': builds,
  'builds.metrics': builds,
  'android.setup': { memoryMb: 256, timeoutSeconds: 5 },
  'account.export': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'read', usage: 'read' },
    login: true,
    signing: true,
  },
  'account.remove': {
    memoryMb: 512,
    timeoutSeconds: 29,
    tables: { users: 'write', usage: 'write' },
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
    tables: { users: 'write', usage: 'write' },
  },
  'reconcile-subscriptions': {
    memoryMb: 512,
    timeoutSeconds: 900,
    tables: { users: 'write' },
    signing: true,
    payments: true,
  },
  'recount-totals': { memoryMb: 512, timeoutSeconds: 900, tables: { users: 'write' } },
};
