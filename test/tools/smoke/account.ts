import { setTimeout as wait } from 'node:timers/promises';
import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  DescribeUserPoolDomainCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Output } from '../../../shared/api/contract.ts';
import { visit } from '../../support/people/session.ts';
import { type Group, readJson, Unexpected } from './check.ts';
import { passLogin } from './login.ts';
import { requireVisitor, type System } from './system.ts';

/** Signing up and signing in, as people do. */
export const account: Group = {
  name: 'account',
  cost: 'one account at Cognito for a month ($0.015 above its free ones) and one email',
  listChecks: () => [
    { name: 'sign up by the login’s own form', look: loginPages, run: signUp },
    { name: 'sign in by the login’s own form', look: loginPages, run: signIn },
  ],
};

/** Late: the token that the sign-in gave lasts 15 minutes. */
export const renewal: Group = {
  name: 'renewal',
  needs: ['account'],
  listChecks: () => [
    { name: 'the session outlives its access token', look: 'functions/auth/renewal.ts', run: renew },
  ],
};

/** The last check, whatever has failed: nothing that costs stays behind. */
export const cleanUp: Group = {
  name: 'clean-up',
  listChecks: () => [
    {
      name: 'the account is deleted, and its subscription cancelled',
      look: 'delete the user in Cognito’s pool and the customer at Stripe; functions/account/remove.ts',
      run: removeAccount,
    },
  ],
};

const loginPages = 'infra/aws/stack/identity.ts and branding.ts; infra/aws/RUNBOOK.md#sign-in';

async function signUp(system: System): Promise<string | undefined> {
  system.hasAccount = true;
  const cookies = await passLogin(system.site, '/api/login?signup', system.person);
  if (!system.aws) return undefined;
  if (cookies) throw new Unexpected('a page that asks for the mailed code', 'a session');
  await system.aws.cognito.send(
    new AdminConfirmSignUpCommand({ UserPoolId: await findPool(system.aws), Username: system.person.email }),
  );
  return 'the mailed code was confirmed by the right of an operator';
}

async function signIn(system: System): Promise<string | undefined> {
  const cookies = await passLogin(system.site, '/api/login', system.person);
  if (!cookies) throw new Unexpected('a session', 'the page that asks for a mailed code');
  const visitor = visit(system.site);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  const { email } = await readJson<Output<'auth.user'>>(await visitor.fetch('/api/auth/user'));
  if (email !== system.person.email) throw new Unexpected('our own account', 'another one');
  system.visitor = visitor;
  return undefined;
}

async function renew(system: System): Promise<string> {
  const { cookies, fetch } = requireVisitor(system);
  const [name, token] = [...cookies].find(([each]) => each.endsWith('parley_access')) ?? [];
  if (!name || !token) throw new Unexpected('a cookie for the access token', [...cookies.keys()].join(', '));
  const { exp } = JSON.parse(`${Buffer.from(token.split('.')[1] ?? '', 'base64url')}`) as { exp: number };
  const restMs = Math.max(0, 1_000 * exp - Date.now());
  await wait(restMs + clockMs);
  await readJson(await fetch('/api/auth/user'));
  if (cookies.get(name) === token) throw new Unexpected('a new access token', 'the same');
  return `waited ${Math.round(restMs / 1_000)} seconds for its end`;
}

/** The servers' clocks may be a little behind. */
const clockMs = 2_000;

async function removeAccount(system: System): Promise<string | undefined> {
  const { visitor, aws, person } = system;
  if (visitor) {
    await readJson(await visitor.fetch('/api/account', { method: 'DELETE' }));
    const { status } = await visitor.fetch('/api/auth/user');
    if (status !== 401) throw new Unexpected('401 for the deleted account', `${status}`);
    return undefined;
  }
  if (!aws) return `the account ${person.email} may be left`;
  const command = new AdminDeleteUserCommand({ UserPoolId: await findPool(aws), Username: person.email });
  await aws.cognito.send(command).catch((error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw error;
  });
  return undefined;
}

async function findPool({ cognito, loginDomain }: NonNullable<System['aws']>): Promise<string> {
  const { DomainDescription } = await cognito.send(
    new DescribeUserPoolDomainCommand({ Domain: loginDomain }),
  );
  if (!DomainDescription?.UserPoolId) throw new Unexpected(`a pool with the domain ${loginDomain}`, 'none');
  return DomainDescription.UserPoolId;
}
