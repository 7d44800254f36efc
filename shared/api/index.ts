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

/** Every endpoint. The web client, handlers, CDK routes and local gateway all read this table. */
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

export const endpointIds = Object.keys(endpoints) as EndpointId[];
