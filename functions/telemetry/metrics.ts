/**
 * Every metric of our own: what it counts or measures, and what it is told apart by. Events emit them, the stack's
 * dashboard and alarms read them, both by this table.
 */
export const metrics = {
  /** Answers, well or not. */
  Requests: { unit: 'Count', dimensions: ['endpoint'] },
  /** Answers of 500 or more; 0 for each other answer, so that a rate has no gaps. */
  ServerErrors: { unit: 'Count', dimensions: ['endpoint'] },
  /** Answers of 400 to 499. */
  Refusals: { unit: 'Count', dimensions: ['endpoint'] },
  /** From the event's arrival to the answer. */
  Latency: { unit: 'Milliseconds', dimensions: ['endpoint'] },

  /** One call of a provider that was answered. */
  ProviderLatency: { unit: 'Milliseconds', dimensions: ['provider'] },
  /** A provider failed or was too late; 0 for each call that was answered, so that a rate has no gaps. */
  ProviderFailures: { unit: 'Count', dimensions: ['provider'] },

  TranslationsGranted: { unit: 'Count', dimensions: ['kind'] },
  /** An allowance or a ceiling said no. */
  AllowancesRefused: { unit: 'Count', dimensions: ['reason'] },
  /** Something was counted, failed, and could not be given back. */
  GiveBackFailures: { unit: 'Count', dimensions: [] },

  /** What Translate is paid for. */
  TranslatedCharacters: { unit: 'Count', dimensions: [] },
  /** What Transcribe is paid for: at least 15 a request. */
  TranscribedSeconds: { unit: 'Seconds', dimensions: [] },
  /** What Polly is paid for. */
  SpokenCharacters: { unit: 'Count', dimensions: [] },

  SignIns: { unit: 'Count', dimensions: [] },
  SignInFailures: { unit: 'Count', dimensions: ['why'] },
  SignUps: { unit: 'Count', dimensions: [] },
  AccountsRemoved: { unit: 'Count', dimensions: [] },

  PurchasesBegun: { unit: 'Count', dimensions: [] },
  PurchasesEnded: { unit: 'Count', dimensions: ['outcome'] },
  SubscriptionsBegan: { unit: 'Count', dimensions: [] },
  SubscriptionsEnded: { unit: 'Count', dimensions: [] },
  InvoicesPaid: { unit: 'Count', dimensions: [] },
  /** In cents of US dollars. */
  Revenue: { unit: 'Count', dimensions: [] },
  /** From Stripe's event to the end of its work. */
  WebhookLag: { unit: 'Milliseconds', dimensions: [] },
  WebhooksRefused: { unit: 'Count', dimensions: ['why'] },
  UnknownStatuses: { unit: 'Count', dimensions: [] },
  /** Profiles that said something else than Stripe, until the nightly comparison. */
  MendedProfiles: { unit: 'Count', dimensions: [] },
  /** Events of Stripe's that waited for the nightly comparison. */
  UndeliveredEvents: { unit: 'Count', dimensions: [] },

  /** Totals that were wrong by so much, until the nightly recount. */
  CorrectedTotals: { unit: 'Count', dimensions: [] },

  JobDuration: { unit: 'Milliseconds', dimensions: ['job'] },
  JobFailures: { unit: 'Count', dimensions: ['job'] },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** Whom the functions ask, as the dimension `provider` names them. */
export const providers = ['translate', 'transcribe', 'polly', 'stripe', 'cognito'] as const;

export type Provider = (typeof providers)[number];

interface Metric {
  /** CloudWatch's word. */
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** The fields of the event that are its dimensions: words of a short list, never what people said. */
  readonly dimensions: readonly string[];
}
