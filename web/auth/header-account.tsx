import { useIsIdle } from '../browser/idle.ts';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import * as texts from '../texts/account.ts';
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
    // In a narrow header the guest banner's offer replaces it.
    <div className="ms-auto flex min-h-11 items-center min-w-11 @max-[44rem]:group-has-data-offer:hidden @[44rem]:min-w-22">
      {/* A narrow header has no room for it, and the settings have it. */}
      <div className="size-11 @max-[44rem]:hidden">
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
