import type { EndpointId } from '../../../../shared/api/index.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Settings } from '../context.ts';
import { needs } from '../needs.ts';

/** A route takes at most its share of the account's concurrency, unless calls are unusually slow. */
export function computeThrottle(id: EndpointId, settings: Settings) {
  const { requestsPerSecond, requestsBurst, concurrentExecutions, concurrencyShare } = settings;
  const endpointRate = needs[id].isHeavy ? requestsPerSecond / 4 : requestsPerSecond;
  // A burst comes on top of the steady rate.
  const burstSeconds = requestsBurst / requestsPerSecond;
  const concurrencyRate =
    (concurrentExecutions * concurrencyShare) / (getExpectedSeconds(id, settings) + burstSeconds);
  const quotaRate = providerRates[id]?.(settings) ?? Infinity;
  const perSecond = Math.max(1, Math.floor(Math.min(endpointRate, concurrencyRate, quotaRate)));
  return { perSecond, burst: Math.ceil(perSecond * burstSeconds) };
}

/** Not the time limit: if all calls took that long, nothing else would work either. */
export function getExpectedSeconds(id: EndpointId, settings: Settings): number {
  if (needs[id].isStream) return settings.streamSeconds;
  return needs[id].isHeavy ? settings.providerCallSeconds : settings.quickCallSeconds;
}

/**
 * A stream keeps a function busy while somebody speaks, and each second of it brings three more calls. Below this
 * concurrency a few speakers would stop everything else.
 */
export function hasRoomForStreams({ concurrentExecutions }: Settings): boolean {
  return concurrentExecutions >= minConcurrencyForStreams;
}

const minConcurrencyForStreams = 100;

/** Requests a second within quotas, if streams last 3 seconds. If they last longer, Transcribe may refuse new ones. */
const providerRates: Partial<Record<EndpointId, (settings: Settings) => number>> = {
  'speech.transcribe': ({ transcribeStreams }) => transcribeStreams / shortStreamSeconds,
  'speech.listen': ({ transcribeStreams }) => transcribeStreams / shortStreamSeconds,
  // Room for the chunks of twice as many streams.
  'speech.send-chunk': ({ transcribeStreams }) => (2 * transcribeStreams) / limits.chunkSeconds,
  // Both share the quota. What Polly refuses nevertheless is answered as busy, and not counted.
  'speech.synthesize': ({ pollyRequestsPerSecond }) => pollyRequestsPerSecond,
  'speech.marks': ({ pollyRequestsPerSecond }) => pollyRequestsPerSecond,
};

const shortStreamSeconds = 3;

/**
 * Requests from one IP address within a rate rule's window, so that no few addresses use up a route.
 *
 * @param share of the slowest route's throttle
 */
export function computeAddressLimit(
  ids: readonly EndpointId[],
  settings: Settings,
  { windowSeconds, share }: { windowSeconds: number; share: number },
): number {
  const slowest = Math.min(...ids.map((id) => computeThrottle(id, settings).perSecond));
  return Math.max(minRateLimit, Math.floor(slowest * windowSeconds * share));
}

/** WAF's least: docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-high-level-settings.html */
export const minRateLimit = 10;
