import { useIsIdle } from '../browser/idle.ts';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import * as texts from '../texts/account.tsx';
import { useIsSignedIn } from './session.ts';
import { SignUp } from './sign-up.tsx';
import { forgetUser } from './user.ts';

const interfaceLanguage = defineLazy(
  () => import('../settings/interface-language.tsx'),
  'InterfaceLanguage',
  true,
);
const accountMenu = defineLazy(() => import('./account-menu.tsx'), 'AccountMenu');

export function HeaderAccount() {
  const isSignedIn = useIsSignedIn();
  const isIdle = useIsIdle();
  return (
    <div className="ms-auto flex min-h-11 items-center justify-end min-w-11 sm:min-w-22">
      {/* Phones have no room here, and the list in the settings. */}
      <div className="max-sm:hidden">
        {isIdle && <Lazy component={interfaceLanguage} props={{}} failed={null} />}
      </div>
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
