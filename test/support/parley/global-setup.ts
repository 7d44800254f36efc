import type { TestProject } from 'vitest/node';
import { startParley } from './system.ts';

/** One Parley that every test file of a project shares; tests that break things start their own. */
export default async function setup(project: TestProject) {
  const parley = await startParley();
  project.provide('parley', parley.url);
  project.provide('parleyLogin', parley.login);
  project.provide('parleyDatabase', parley.dynamodb);
  project.provide('parleyStripe', parley.stripe ?? '');
  return () => parley.stop();
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The site's address. */
    parley: string;
    /** The hosted login's address, which also answers Cognito's API. */
    parleyLogin: string;
    /** The database's endpoint. */
    parleyDatabase: string;
    /** The address of the stand-in for Stripe: its API and its pages. */
    parleyStripe: string;
  }
}
