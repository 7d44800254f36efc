import { account } from './account.ts';
import { analytics } from './analytics.ts';
import { android } from './android.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { builds } from './builds.ts';
import { settings } from './settings.ts';
import { speech } from './speech.ts';
import { system } from './system.ts';
import { translation } from './translation.ts';

/**
 * Every endpoint there is. The web client, the handlers, the CDK routes and the local gateway read this
 * table and keep no list of their own.
 */
export const endpoints = {
  ...auth,
  ...translation,
  ...speech,
  ...settings,
  ...billing,
  ...analytics,
  ...builds,
  ...android,
  ...account,
  ...system,
} as const;

export type EndpointId = keyof typeof endpoints;

/** Endpoints that have a handler: the only ones deployed. */
export type BuiltEndpointId = Exclude<EndpointId, PlannedEndpointId>;

/** Rows whose handler is still to come. The local gateway answers them 501; the stack leaves them out. */
export const plannedEndpoints = ['android.setup'] as const satisfies EndpointId[];

type PlannedEndpointId = (typeof plannedEndpoints)[number];

export const endpointIds = Object.keys(endpoints) as EndpointId[];

export function isBuilt(id: EndpointId): id is BuiltEndpointId {
  return !(plannedEndpoints as readonly EndpointId[]).includes(id);
}

/** Marked pure, so that a bundle that does not use it leaves it and the planned list out. */
export const builtEndpointIds = /* @__PURE__ */ endpointIds.filter(isBuilt);
