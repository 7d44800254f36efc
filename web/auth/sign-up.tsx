import { Button } from '../components/controls/button.tsx';
import * as texts from '../texts/account.tsx';
import { goToSignUp } from './user.ts';

/** Looks smaller than its touch area, so that it does not fill the header. */
export function SignUp() {
  return (
    <Button
      onClick={goToSignUp}
      className="relative min-h-9! py-1! after:absolute max-sm:px-3! after:-inset-1"
    >
      {texts.signUp}
    </Button>
  );
}
