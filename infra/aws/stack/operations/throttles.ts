import type { EndpointId } from '../../../../shared/api/index.ts';
import { limits } from '../../../../shared/limits.ts';
import type { Settings } from '../context.ts';
import { needs } from '../needs.ts';

/** A route never takes more than half of the account's concurrency, even if every call times out. */
export function computeThrottle(id: EndpointId, settings: Settings) {
  const { requestsPerSecond, requestsBurst, concurrentExecutions } = settings;
  const endpointRate = needs[id].isHeavy ? requestsPerSecond / 4 : requestsPerSecond;
  // A burst comes on top of the steady rate.
  const burstSeconds = requestsBurst / requestsPerSecond;
  const concurrencyRate = (concurrentExecutions * maxShare) / (needs[id].timeoutSeconds + burstSeconds);
  const quotaRate = providerRates[id]?.(settings) ?? Infinity;
  const perSecond = Math.max(1, Math.floor(Math.min(endpointRate, concurrencyRate, quotaRate)));
  return { perSecond, burst: Math.ceil(perSecond * burstSeconds) };
}

const maxShare = 1 / 2;

/** Requests a second within quotas, if streams last 3 seconds. If they last longer, Transcribe may refuse new ones. */
const providerRates: Partial<Record<EndpointId, (settings: Settings) => number>> = {
  'speech.transcribe': ({ transcribeStreams }) => transcribeStreams / shortStreamSeconds,
  'speech.listen': ({ transcribeStreams }) => transcribeStreams / shortStreamSeconds,
  // Room for the chunks of twice as many streams.
  'speech.send-chunk': ({ transcribeStreams }) => (2 * transcribeStreams) / limits.chunkSeconds,
  'speech.synthesize': ({ pollyRequestsPerSecond }) => pollyRequestsPerSecond,
};

const shortStreamSeconds = 3;

export const rateWindowSeconds = 300;

/** Requests from one IP address within `rateWindowSeconds`: at most half of the slowest route's throttle. */
export function computeAddressLimit(ids: readonly EndpointId[], settings: Settings): number {
  const slowest = Math.min(...ids.map((id) => computeThrottle(id, settings).perSecond));
  return (slowest * rateWindowSeconds) / 2;
}
