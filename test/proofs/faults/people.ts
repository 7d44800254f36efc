import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { sign } from '../../../functions/request/signing.ts';
import { toEmailKey } from '../../../functions/tables/usage.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { premium } from '../../support/handlers/in-process.ts';
import { cookieName } from '../../support/handlers/jar.ts';
import { giveCard, visa } from '../../support/people/cards.ts';
import { profileOf } from '../../support/people/profiles.ts';
import { canary } from '../canary.ts';
import type { Answer, Cell, Product } from './product.ts';

export interface Person {
  readonly kind: 'guest' | 'free' | 'premium';
  readonly id: string;
  readonly partition: string;
  /** The key of their counters. */
  readonly counters: string;
  readonly email: string;
  cookies: string[];
  /** Their own, so that they share no address ceiling. */
  readonly address: string;
}

export async function newUser(
  product: Product,
  cell: Cell,
  more: Partial<ProfileItem> = {},
): Promise<Person> {
  const id = randomUUID();
  const email = `${canary(0)}-${id}@parley.example`;
  const profile = profileOf(id, { email, firstName: canary(1), lastName: canary(2), ...more });
  await cell.place.documents.send(new PutCommand({ TableName: 'users', Item: profile }));
  const cookies = cookiesOf({ access: await product.issuer.mint({ sub: id }), 'signed-in': '1' });
  const kind = more.subscription?.isPremium ? 'premium' : 'free';
  const counters = toEmailKey({ profile });
  return { kind, id, partition: profile.pk, counters, email, cookies, address: newAddress() };
}

export function newPremium(product: Product, cell: Cell): Promise<Person> {
  return newUser(product, cell, premium);
}

export function newGuest(): Person {
  const id = ulid();
  const cookies = cookiesOf({ guest: `${id}.${sign('guest', id)}` });
  const partition = `GUEST#${id}`;
  const of = { partition, counters: partition };
  return { kind: 'guest', id, ...of, email: '', cookies, address: newAddress() };
}

/** With an expired session that can be renewed. */
export async function newReturning(product: Product, cell: Cell): Promise<Person> {
  const person = await newUser(product, cell);
  const claims = { sub: person.id, origin_jti: randomUUID() };
  const now = Math.floor(Date.now() / 1_000);
  const expired = await product.issuer.mint({ ...claims, iat: now - 7_200, exp: now - 3_600 });
  const refresh = product.issuer.issueRefreshToken(claims);
  person.cookies = cookiesOf({ access: expired, refresh, 'signed-in': '1' });
  return person;
}

/** Stripe has the card, and its event has not arrived. */
export async function newBuyer(product: Product, cell: Cell): Promise<Person & { setupIntentId: string }> {
  const { clientSecret, ...person } = await newChooser(product, cell);
  const { stripeUrl, keys } = cell.place;
  return { ...person, setupIntentId: await giveCard(stripeUrl, keys, clientSecret, visa) };
}

/** Has a card form open. */
export async function newChooser(product: Product, cell: Cell): Promise<Person & { clientSecret: string }> {
  // Without a trial, the card is charged today.
  const person = await newUser(product, cell, { trialSetupIntentId: 'seti_earlier' });
  const body = { priceId: 'parley_monthly', acceptsCharge: true };
  const order = as(person, { method: 'POST', path: '/api/create-subscription', body });
  const begun = await product.ask(cell, 'billing.create', order);
  const { clientSecret } = JSON.parse(begun.text) as { clientSecret: string };
  return { ...person, clientSecret };
}

export async function newSubscriber(product: Product, cell: Cell): Promise<Person> {
  const person = await newBuyer(product, cell);
  const status = await product.ask(cell, 'billing.status', as(person, { path: '/api/subscription-status' }));
  if (!JSON.parse(status.text).isPremium) throw new Error(`Subscribing gave no Premium: ${status.text}`);
  return person;
}

export function as(person: Person, request: { method?: string; path: string } & Partial<Request>): Request {
  return {
    method: 'GET',
    ...request,
    cookies: person.cookies,
    headers: { 'x-viewer-address': person.address, ...request.headers },
  };
}

export function cookiesAfter(person: Person, { cookies }: Answer): string[] {
  const kept = new Map(person.cookies.map((each) => each.split(/=(.*)/s) as [string, string]));
  for (const line of cookies) {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (/max-age=0/i.test(line)) kept.delete(name);
    else kept.set(name, value);
  }
  return Array.from(kept, ([name, value]) => `${name}=${value}`);
}

function cookiesOf(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `${cookieName(name)}=${value}`);
}

let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

type Request = Parameters<Product['ask']>[2];
