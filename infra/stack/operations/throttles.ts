import type { EndpointId } from '../../../shared/api/index.ts';
import type { Settings } from '../context.ts';
import { needs } from '../needs.ts';

/** How many requests API Gateway lets through to one route, of all viewers together. */
export interface Throttle {
  /** In the long run. */
  readonly perSecond: number;
  /** At once, after a quiet while. */
  readonly burst: number;
}

/**
 * What a route's pace allows, but at least one a second, and otherwise never so much that it alone could take more than
 * half of the functions that the account may run at a time, were every call as slow as it may be: a provider that hangs
 * leaves room for the rest.
 */
export function throttleOf(id: EndpointId, settings: Settings): Throttle {
  const { requestsPerSecond, requestsBurst, concurrentExecutions } = settings;
  const paced = requestsPerSecond * paces[routePaces[id]];
  // What comes at once is under way beside what comes while it lasts.
  const burstSeconds = requestsBurst / requestsPerSecond;
  const roomy = (concurrentExecutions * mostOfTheRoom) / (needs[id].timeoutSeconds + burstSeconds);
  const perSecond = Math.max(1, Math.floor(Math.min(paced, roomy)));
  return { perSecond, burst: Math.ceil(perSecond * burstSeconds) };
}

const mostOfTheRoom = 1 / 2;

/** The web ACL counts an address's requests over this window. */
export const rateWindowSeconds = 300;

/**
 * How many requests one address may send to these routes within `rateWindowSeconds`: in the long run at most half of
 * what the slowest of them takes, so that no address alone can use up a route's throttle.
 */
export function addressLimit(ids: readonly EndpointId[], settings: Settings): number {
  const slowest = Math.min(...ids.map((id) => throttleOf(id, settings).perSecond));
  return (slowest * rateWindowSeconds) / 2;
}

/** In parts of `requestsPerSecond`. */
const paces = {
  /** Reads and writes of our own tables. */
  usual: 1,
  /**
   * Each call is bought from Translate, Transcribe or Polly, is much work for Stripe, or is dozens of reads and writes.
   * Less would let a few addresses without a session, each within the web ACL's limit, keep everybody else from it.
   */
  heavy: 1 / 4,
} as const;

type Pace = keyof typeof paces;

/** A row does not compile until it is decided here. */
const routePaces: Record<EndpointId, Pace> = {
  'auth.login': 'usual',
  'auth.callback': 'usual',
  'auth.logout': 'usual',
  'auth.user': 'usual',
  'translation.translate': 'heavy',
  'translation.list': 'usual',
  'translation.search': 'usual',
  'translation.remove': 'usual',
  'translation.keep': 'heavy',
  'translation.star': 'usual',
  // Bought only where neither the edge nor the table has them.
  'translation.phrases': 'heavy',
  'speech.transcribe': 'heavy',
  'speech.synthesize': 'heavy',
  'settings.read': 'usual',
  'settings.save': 'usual',
  'billing.status': 'usual',
  'billing.config': 'usual',
  'billing.create': 'heavy',
  'billing.cancel': 'heavy',
  'billing.reactivate': 'heavy',
  'billing.portal': 'heavy',
  // Stripe sends again what it is refused, for three days.
  'billing.webhook': 'heavy',
  'analytics.overview': 'usual',
  'analytics.users': 'usual',
  'analytics.revenue': 'usual',
  'builds.overview': 'usual',
  'builds.metrics': 'usual',
  // A whole project is written in each call, for whoever asks.
  'android.setup': 'heavy',
  // Everything about somebody.
  'account.export': 'heavy',
  'account.remove': 'heavy',
  // The edge keeps the answer for half a minute.
  'system.health': 'heavy',
  'system.not-found': 'usual',
};
