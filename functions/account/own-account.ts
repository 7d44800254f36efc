import { Conflict, RateLimited } from '../errors.ts';
import { askProvider, toProviderError } from '../providers/ask.ts';
import { say } from '../texts.ts';

/**
 * Calls Cognito with the token of somebody's second sign-in.
 *
 * @param refuse what the names of the errors of this change mean
 */
export function askOwnAccount<Answer>(
  send: () => Promise<Answer>,
  refuse: (name: string) => Error | undefined,
): Promise<Answer> {
  return askProvider('cognito', () =>
    send().catch((error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      throw refuse(name) ?? refuseEveryChange(name) ?? toProviderError('login', error);
    }),
  );
}

function refuseEveryChange(name: string): Error | undefined {
  switch (name) {
    case 'LimitExceededException':
    case 'TooManyFailedAttemptsException':
    case 'TooManyRequestsException':
      return new RateLimited(say('tooManyAccountCodes'), 'free');
    // The token is over.
    case 'NotAuthorizedException':
    case 'UserNotFoundException':
      return new Conflict(say('signInAgain'), 'free');
    default:
      return undefined;
  }
}
