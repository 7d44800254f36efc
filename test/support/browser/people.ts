import type { BrowserContext } from 'playwright';
import { signUp, type Visitor, visit } from '../people/session.ts';

/** A user who is signed in over HTTP. */
export interface SignedIn {
  readonly visitor: Visitor;
  readonly userId: string;
}

/** Makes an account through the login's form and gives its session to a browser. */
export async function signUpIn(context: BrowserContext, url: string): Promise<SignedIn> {
  const visitor = visit(url);
  await signUp(visitor);
  const { id } = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string };
  const person = { visitor, userId: id };
  await enter(context, person);
  return person;
}

/** Gives a user's session to another browser. */
export async function enter(context: BrowserContext, { visitor }: SignedIn): Promise<void> {
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: visitor.url })));
}
