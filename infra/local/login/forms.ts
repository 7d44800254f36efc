import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOwnForm, readBody } from '../request.ts';
import type { Account, Accounts } from './accounts.ts';
import { type Client, isForSite } from './client.ts';
import {
  type Field,
  type Form,
  forgotPage,
  lengths,
  newPasswordPage,
  passwordRule,
  sendError,
  sendPage,
  signInPage,
  signUpPage,
} from './pages.ts';
import { type LoginProvider, paths } from './provider.ts';

/** Cognito's pages. The forms' URLs carry the whole authorisation request. */
export type Forms = Record<'signIn' | 'signUp' | 'forgot' | 'newPassword', Answer>;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createForms(client: Client, accounts: Accounts, provider: LoginProvider): Forms {
  const answer =
    (page: Page, submit: Submit): Answer =>
    async (request, response) => {
      const { search, searchParams } = new URL(client.origin + request.url);
      const refuse = (status: number, message: string) => sendError(response, client, status, message);
      if (!isForSite(searchParams, client)) {
        return refuse(400, 'This sign-in didn’t start at Parley.');
      }
      if (request.method !== 'POST') return sendPage(response, 200, page(client, { query: search }), client);
      if (!isOwnForm(request, client.origin)) return refuse(403, 'This form came from another site.');
      const body = await readBody(request, maxFormBytes);
      if (!body) return refuse(413, 'This form is too long.');

      const values = readFields(body);
      const outcome = await submit(values);
      if ('id' in outcome) {
        await provider.beginSession(request, response, outcome);
        // It would show the form again.
        searchParams.delete('prompt');
        response.writeHead(303, {
          location: `${paths.authorization}?${searchParams}`,
          'cache-control': 'no-store',
        });
        response.end();
      } else {
        const { next = page, ...form } = outcome;
        sendPage(response, 200, next(client, { ...form, query: search, values }), client);
      }
    };

  return {
    signIn: answer(signInPage, async ({ email, password }) => {
      const isPossible = email.length <= lengths.email && password.length <= lengths.password;
      const account = isPossible && (await accounts.check(email, password));
      return account || { problem: 'Wrong email address or password. Please try again.' };
    }),
    signUp: answer(signUpPage, async (values) => {
      const errors = findErrors(values);
      if (Object.keys(errors).length > 0) return { errors };
      const account = await accounts.create({
        email: values.email,
        password: values.password,
        firstName: values.given_name,
        lastName: values.family_name,
      });
      return account ?? { errors: { email: 'This email address already has an account. Sign in instead.' } };
    }),
    // An unknown e-mail address gets the same page, without a mail.
    forgot: answer(forgotPage, async ({ email }) => ({
      next: newPasswordPage,
      mailedCode: await accounts.beginReset(email),
    })),
    newPassword: answer(newPasswordPage, changePassword(accounts)),
  };
}

function changePassword(accounts: Accounts): Submit {
  return async ({ email, code, password }) => {
    const mailedCode = accounts.findResetCode(email);
    if (!isStrongPassword(password) || password.length > lengths.password)
      return { errors: { password: weakPassword }, mailedCode };
    if (await accounts.reset(email, code, password))
      return { next: signInPage, note: 'Your password has been changed. Sign in with your new password.' };
    return {
      errors: { code: 'This code is wrong or has expired.' },
      mailedCode: accounts.findResetCode(email),
    };
  };
}

type Page = (client: Client, form: Form) => string;

/** Signs in an account, or shows a form: the same one again, or `next`. */
type Submit = (values: Fields) => Promise<Account | (Omit<Form, 'query'> & { next?: Page })>;

type Fields = Record<Field, string>;

const maxFormBytes = 16 * 1024;
const fieldNames = Object.keys(lengths) as Field[];

function readFields(body: Buffer): Fields {
  const given = new URLSearchParams(body.toString('utf8'));
  const read = (name: Field) => (name === 'password' ? given.get(name) : given.get(name)?.trim()) ?? '';
  return Object.fromEntries(fieldNames.map((name) => [name, read(name)])) as Fields;
}

function findErrors(values: Fields): NonNullable<Form['errors']> {
  const errors: NonNullable<Form['errors']> = {};
  if (values.given_name === '') errors.given_name = 'Enter your first name.';
  if (values.family_name === '') errors.family_name = 'Enter your last name.';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(values.email)) {
    errors.email = 'Enter an email address, such as name@example.com.';
  }
  if (!isStrongPassword(values.password)) errors.password = weakPassword;
  for (const name of fieldNames) {
    if (values[name].length > lengths[name]) errors[name] = `Use at most ${lengths[name]} characters.`;
  }
  return errors;
}

const weakPassword = `Choose a stronger password. ${passwordRule}`;

function isStrongPassword(password: string): boolean {
  return password.length >= 8 && [/[0-9]/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(password));
}
