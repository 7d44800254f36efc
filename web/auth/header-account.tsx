import { useIsIdle } from '../browser/idle.ts';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import * as texts from '../texts/account.tsx';
import { useIsSignedIn } from './session.ts';
import { SignUp } from './sign-up.tsx';
import { forgetUser } from './user.ts';

const accountMenu = defineLazy(() => import('./account-menu.tsx'), 'AccountMenu');

export function HeaderAccount() {
  const isSignedIn = useIsSignedIn();
  const isIdle = useIsIdle();
  return (
    <div className="ml-auto flex min-h-11 min-w-11 items-center">
      {!isSignedIn && <SignUp />}
      {isSignedIn && isIdle && <Lazy component={accountMenu} props={{}} failed={<LogOut />} />}
    </div>
  );
}

function LogOut() {
  return (
    <a href="/api/logout" onClick={forgetUser} className="flex items-center font-medium">
      {texts.logOut}
    </a>
  );
}
