import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOriginForm, readBody } from '../gateway/request.ts';
import type { Account, Accounts } from './accounts.ts';
import { type Client, isForSite } from './client.ts';
import {
  type Field,
  type Form,
  maxLengths,
  renderForgot,
  renderNewPassword,
  renderSecondFactor,
  renderSignIn,
  renderSignUp,
  sendError,
  sendPage,
} from './pages.ts';
import { type LoginProvider, paths } from './provider.ts';
import { findWording, type Wording } from './wording.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Cognito's pages. The forms' URLs carry the whole authorisation request. */
export function createForms(client: Client, accounts: Accounts, provider: LoginProvider) {
  const createHandler =
    (view: View, submit: Submit): Handler =>
    async (request, response) => {
      const { search, searchParams } = new URL(client.origin + request.url);
      const wording = findWording(request);
      const { texts } = wording;
      const site = client.signOutUrl;
      const refuse = (status: number, message: string) =>
        sendError(response, client, wording, status, message);
      if (!isForSite(searchParams, client)) return refuse(400, texts.foreign);
      if (request.method !== 'POST')
        return sendPage(response, client, wording, view({ texts, site, query: search }), {});
      if (!isSameOriginForm(request, client.origin)) return refuse(403, texts.foreign);
      const body = await readBody(request, maxFormBytes);
      if (!body) return refuse(413, texts.failed);

      const values = readFields(body);
      const outcome = await submit(values, texts);
      if ('id' in outcome) {
        await provider.beginSession(request, response, outcome);
        // `prompt` would show the form again.
        searchParams.delete('prompt');
        response.writeHead(303, {
          location: `${paths.authorization}?${searchParams}`,
          'cache-control': 'no-store',
        });
        response.end();
      } else {
        const { next = view, ...form } = outcome;
        const page = { ...form, texts, site, query: search, values };
        sendPage(response, client, wording, next(page), { form: page });
      }
    };

  return {
    signIn: createHandler(renderSignIn, checkPassword(accounts)),
    secondFactor: createHandler(renderSecondFactor, checkCode(accounts)),
    signUp: createHandler(renderSignUp, async (values, texts) => {
      const errors = findErrors(values, texts);
      if (Object.keys(errors).length > 0) return { errors };
      const account = await accounts.create({
        email: values.email,
        password: values.password,
        firstName: values.given_name,
        lastName: values.family_name,
      });
      return account ?? { errors: { email: texts.takenEmail } };
    }),
    // An unknown email address gets the same page, but no email.
    forgot: createHandler(renderForgot, async ({ email }) => ({
      next: renderNewPassword,
      mailedCode: await accounts.beginReset(email),
    })),
    newPassword: createHandler(renderNewPassword, changePassword(accounts)),
  };
}

function changePassword(accounts: Accounts): Submit {
  return async ({ email, code, password }, texts) => {
    const mailedCode = accounts.findResetCode(email);
    if (!isStrongPassword(password) || password.length > maxLengths.password)
      return { errors: { password: texts.weakPassword }, mailedCode };
    if (await accounts.reset(email, code, password))
      return { next: renderSignIn, note: texts.passwordChanged };
    return {
      errors: { code: texts.wrongCode },
      mailedCode: accounts.findResetCode(email),
    };
  };
}

function checkPassword(accounts: Accounts): Submit {
  return async ({ email, password }, texts) => {
    const isWithinLimits = email.length <= maxLengths.email && password.length <= maxLengths.password;
    const account = isWithinLimits && (await accounts.verifyPassword(email, password));
    if (!account) return { problem: texts.wrongPassword };
    if (!accounts.secondFactors.isOn(account.id)) return account;
    const challenge = await accounts.secondFactors.beginChallenge(account.id);
    return { next: renderSecondFactor, challenge };
  };
}

function checkCode(accounts: Accounts): Submit {
  return async ({ challenge, code }, texts) => {
    const account = accounts.find(accounts.secondFactors.findChallenged(challenge) ?? '');
    if (!account) return { next: renderSignIn, problem: texts.signInTimedOut };
    const outcome = await accounts.secondFactors.check(account.id, code);
    if (outcome === 'wrong') return { challenge, errors: { code: texts.wrongAppCode } };
    await accounts.secondFactors.endChallenge(challenge);
    return outcome === 'right' ? account : { next: renderSignIn, problem: texts.tooManyAppCodes };
  };
}

type View = typeof renderSignIn;

/** Signs in an account, or shows a form: the same one again, or `next`. */
type Submit = (
  values: Fields,
  texts: Wording['texts'],
) => Promise<Account | (Omit<Form, 'query' | 'texts' | 'site'> & { next?: View })>;

type Fields = Record<Field, string>;

const maxFormBytes = 16 * 1024;
const fieldNames = Object.keys(maxLengths) as Field[];

function readFields(body: Buffer): Fields {
  const given = new URLSearchParams(body.toString('utf8'));
  const read = (name: Field) => (name === 'password' ? given.get(name) : given.get(name)?.trim()) ?? '';
  return Object.fromEntries(fieldNames.map((name) => [name, read(name)])) as Fields;
}

function findErrors(values: Fields, texts: Wording['texts']): NonNullable<Form['errors']> {
  const errors: NonNullable<Form['errors']> = {};
  if (!isEmail(values.email)) {
    errors.email = texts.invalidEmail;
  }
  if (!isStrongPassword(values.password)) errors.password = texts.weakPassword;
  for (const name of fieldNames) {
    if (values[name].length > maxLengths[name]) errors[name] = texts.tooLong(maxLengths[name]);
  }
  return errors;
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) && text.length <= maxLengths.email;
}

function isStrongPassword(password: string): boolean {
  return password.length >= 8 && [/[0-9]/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(password));
}
