import type { Account } from './account/account.ts';
import { eventRoutes } from './account/events.ts';
import type { StripeObject } from './account/objects.ts';
import { invoiceRoutes } from './billing/invoices.ts';
import { paymentRoutes } from './billing/payments.ts';
import { previewRoutes } from './billing/preview.ts';
import { reversalRoutes } from './billing/reversals.ts';
import { subscriptionRoutes } from './billing/subscriptions.ts';
import { paymentMethodRoutes } from './cards/payment-methods.ts';
import { setupIntentRoutes } from './cards/setup-intents.ts';
import { notModelled } from './errors.ts';
import { couponRoutes } from './merchant/coupons.ts';
import { customerRoutes } from './merchant/customers.ts';
import { portalRoutes } from './merchant/portal.ts';
import { priceRoutes, productRoutes } from './merchant/prices.ts';
import { promotionCodeRoutes } from './merchant/promotion-codes.ts';
import { webhookEndpointRoutes } from './merchant/webhook-endpoints.ts';
import { Form } from './parameters.ts';
import type { Route } from './route.ts';

const routes: readonly Route[] = [
  ...couponRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...previewRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...promotionCodeRoutes,
  ...reversalRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...webhookEndpointRoutes,
];

export function findRoute(method: string, path: string): { route: Route; id: string } {
  const route = routes.find((each) => each.method === method && each.pattern.test(path));
  if (!route) throw notModelled(`${method} ${path}`);
  return { route, id: route.pattern.exec(path)?.[1] ?? '' };
}

/** A call with the secret key, without HTTP. @param call as `POST /v1/customers` */
export function callApi<Answer = StripeObject>(
  account: Account,
  call: string,
  fields: Readonly<Record<string, string>> = {},
): Answer {
  const [method = '', path = ''] = call.split(' ');
  const { route, id } = findRoute(method, path);
  return route.run(account, id, new Form(Object.entries(fields))) as Answer;
}
