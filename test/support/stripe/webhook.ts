import type { ApiRequest } from '../handlers/event.ts';

/** Stripe's request to the webhook. */
export function webhookRequest(payload: string, signature: string): ApiRequest {
  return {
    method: 'POST',
    path: '/api/stripe-webhook',
    body: payload,
    headers: {
      'sec-fetch-site': undefined,
      origin: undefined,
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
    },
  };
}
