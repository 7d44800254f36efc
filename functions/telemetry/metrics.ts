import type { EndpointId } from '../../shared/api/index.ts';

export const metrics = {
  /** Also written as 0, so that a rate has no gaps. The same for `ProviderFailures`. */
  ServerErrors: { unit: 'Count', dimensions: ['endpoint'] },
  Latency: { unit: 'Milliseconds', dimensions: ['endpoint'] },

  ProviderLatency: { unit: 'Milliseconds', dimensions: ['provider'] },
  ProviderFailures: { unit: 'Count', dimensions: ['provider'] },

  TranslationsGranted: { unit: 'Count', dimensions: ['kind'] },
  AllowancesRefused: { unit: 'Count', dimensions: ['reason'] },
  GiveBackFailures: { unit: 'Count', dimensions: [] },

  TranslatedCharacters: { unit: 'Count', dimensions: [] },
  TranscribedSeconds: { unit: 'Seconds', dimensions: [] },
  SpokenCharacters: { unit: 'Count', dimensions: [] },

  SignIns: { unit: 'Count', dimensions: [] },
  SignInFailures: { unit: 'Count', dimensions: ['why'] },
  SignUps: { unit: 'Count', dimensions: [] },
  AccountsRemoved: { unit: 'Count', dimensions: [] },
  /** Downloads and deletions of somebody's data, which they have a right to. */
  DataRequestFailures: { unit: 'Count', dimensions: [] },

  PurchasesBegun: { unit: 'Count', dimensions: [] },
  ActivationsFinished: { unit: 'Count', dimensions: ['outcome'] },
  SubscriptionsBegan: { unit: 'Count', dimensions: [] },
  SubscriptionsEnded: { unit: 'Count', dimensions: [] },
  InvoicesPaid: { unit: 'Count', dimensions: [] },
  /** In US cents. */
  Revenue: { unit: 'Count', dimensions: [] },
  WebhookLag: { unit: 'Milliseconds', dimensions: [] },
  WebhooksRefused: { unit: 'Count', dimensions: ['why'] },
  UnknownStatuses: { unit: 'Count', dimensions: [] },
  CorrectedProfiles: { unit: 'Count', dimensions: [] },
  UndeliveredEvents: { unit: 'Count', dimensions: [] },

  CorrectedTotals: { unit: 'Count', dimensions: [] },

  /** Errors in the site's own scripts, in visitors' browsers. */
  PageErrors: { unit: 'Count', dimensions: [] },

  /** Parts of the product that do not work, as the job `probe` finds them. */
  BrokenParts: { unit: 'Count', dimensions: [] },

  JobDuration: { unit: 'Milliseconds', dimensions: ['job'] },
  JobFailures: { unit: 'Count', dimensions: ['job'] },
} as const satisfies Record<string, Metric>;

/** Each metric of an endpoint costs 30 cents a month: only endpoints that an alarm watches have them. */
export const watchedEndpoints: readonly string[] = [
  'translation.translate',
  'auth.callback',
  'billing.webhook',
] satisfies EndpointId[];

export type MetricName = keyof typeof metrics;

export const providers = ['translate', 'transcribe', 'polly', 'stripe', 'cognito'] as const;

export type Provider = (typeof providers)[number];

interface Metric {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Event fields with a short list of values, never people's words. */
  readonly dimensions: readonly string[];
}
