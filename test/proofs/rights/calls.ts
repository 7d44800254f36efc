import { listAccesses } from '../../../infra/local/database/rights.ts';
import type { ProviderCall } from '../../support/parley/provider-proxy.ts';
import type { Call } from './roles.ts';

/** The actions that IAM must allow for one call: the call, and those that the service makes in the caller's name. */
export function callsOf({ provider, action, headers, body }: ProviderCall): Call[] {
  // The login's pages, its tokens and Stripe's API know no roles.
  if (!String(headers.authorization).startsWith('AWS4')) return [];
  const input = provider === 'polly' || isStream(action) ? {} : JSON.parse(`${body}`);
  const on = (resource: string, of = action): Call[] => [
    { action: `${prefixes[provider]}:${of}`, resource, keys: [] },
  ];
  switch (provider) {
    case 'dynamodb':
      return itemsOf(action, input);
    case 'secrets':
      return on(input.SecretId);
    case 'cognito':
      return on(`arn:aws:cognito-idp:${account}:userpool/${input.UserPoolId}`);
    case 'translate':
      return [...on('*'), ...(input.SourceLanguageCode === 'auto' ? detection : [])];
    default:
      return on('*');
  }
}

const account = 'us-east-1:123456789012';

const prefixes: Readonly<Record<string, string>> = {
  cognito: 'cognito-idp',
  dynamodb: 'dynamodb',
  polly: 'polly',
  secrets: 'secretsmanager',
  transcribe: 'transcribe',
  translate: 'translate',
};

/** Translate asks Comprehend in the caller's name. */
const detection: Call[] = [{ action: 'comprehend:DetectDominantLanguage', resource: '*', keys: [] }];

function isStream(action: string): boolean {
  return action === 'StartStreamTranscription';
}

function itemsOf(action: string, input: object): Call[] {
  return listAccesses(action, input).map(({ resource, keys }) => ({
    action: `dynamodb:${action}`,
    resource: `arn:aws:dynamodb:${account}:table/${resource}`,
    keys,
  }));
}
