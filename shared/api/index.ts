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

export const endpointIds = Object.keys(endpoints) as EndpointId[];
