import type { Route } from './account.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events-api.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { paymentRoutes } from './payments.ts';
import { portalRoutes } from './portal.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { reversalRoutes } from './reversals.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** All of Stripe's API that is modelled. */
const routes: readonly Route[] = [
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...reversalRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...webhookEndpointRoutes,
];

/** A route and what stood in its braces. */
export interface Found {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

export function findRoute(method: string, pathname: string): Found | undefined {
  for (const route of routes) {
    const path = route.method === method ? match(route.path, pathname) : undefined;
    if (path) return { route, path };
  }
  return undefined;
}

function match(pattern: string, pathname: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  if (wanted.length !== given.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const word = given[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== word) return undefined;
    } else if (/^[\w.-]+$/.test(word)) {
      path[part.slice(1, -1)] = word;
    } else {
      return undefined;
    }
  }
  return path;
}
