import { Button } from '../components/controls/button.tsx';
import { goToSignUp } from './user.ts';

/** A guest's way to an account. */
export function SignUp({ look }: { look?: 'primary' }) {
  return (
    <Button {...(look && { look })} onClick={() => goToSignUp()}>
      Sign up
    </Button>
  );
}
