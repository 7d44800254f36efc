import { Button } from '../components/controls/button.tsx';
import * as texts from '../texts/account.ts';
import { goToSignUp } from './user.ts';

/** Looks smaller than its touch area, so that it does not fill the header. */
export function SignUp() {
  return (
    <Button
      onClick={goToSignUp}
      className="relative min-h-9! py-1! whitespace-nowrap @max-[13rem]:px-1! @max-[13rem]:text-xs after:absolute after:-inset-1 px-3!"
    >
      {texts.signUp}
    </Button>
  );
}
