import { Button } from '../components/controls/button.tsx';
import { goToSignUp } from './user.ts';

export function SignUp({ look }: { look?: 'primary' }) {
  return (
    <Button {...(look && { look })} onClick={() => goToSignUp()}>
      Sign up
    </Button>
  );
}
