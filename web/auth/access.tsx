import { useIdle } from '../browser/idle.ts';
import { Later, partOf } from '../components/later.tsx';
import { useSession } from './session.ts';
import { SignUp } from './sign-up.tsx';

const accountMenu = partOf(() => import('./account-menu.tsx').then((module) => module.AccountMenu));

export function Access() {
  const isSignedIn = useSession();
  const isIdle = useIdle();
  return (
    <div className="ml-auto flex min-h-11 min-w-11 items-center">
      {!isSignedIn && <SignUp />}
      {isSignedIn && isIdle && <Later part={accountMenu} props={{}} failed={<LogOut />} />}
    </div>
  );
}

function LogOut() {
  return (
    <a href="/api/logout" className="flex items-center font-medium">
      Logout
    </a>
  );
}
