import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import type { RoutePath } from '../../shared/routes.ts';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/account.ts';
import { SignUp } from './sign-up.tsx';
import { forgetUser, type User, userQuery } from './user.ts';

/** Not modal, because Radix locks scrolling with a style element, which the content security policy forbids. */
export function AccountMenu() {
  const { data: user } = useQuery(userQuery);
  if (user === null) return <SignUp />;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="grid size-11 place-items-center rounded-full bg-accent-soft font-semibold text-accent transition-colors hover:bg-accent hover:text-on-accent">
        <span className="sr-only">{texts.accountMenu}</span>
        {user ? (
          <span aria-hidden="true" translate="no">
            {getInitials(user)}
          </span>
        ) : (
          <Icon name="chevron" />
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className="menu">
        {user && (
          <DropdownMenu.Label translate="no" className="border-b border-line px-5 py-3">
            <span className="block truncate font-semibold">
              <bdi>{getName(user)}</bdi>
            </span>
            <span className="block truncate text-sm text-muted">{user.email}</span>
          </DropdownMenu.Label>
        )}
        <div className="p-2">
          {(user?.seesDashboards ? [...entries, ...dashboards, logOut] : [...entries, logOut]).map(
            ({ label, path }) => (
              <DropdownMenu.Item key={path} asChild>
                <a href={path} onClick={path === logOut.path ? forgetUser : undefined} className="menu-item">
                  {label}
                </a>
              </DropdownMenu.Item>
            ),
          )}
        </div>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface Entry {
  readonly label: string;
  readonly path: RoutePath | '/api/logout';
}

const entries: readonly Entry[] = [
  { label: texts.manageSubscription, path: '/subscription-management' },
  { label: texts.upgrade, path: '/subscription' },
];

const dashboards: readonly Entry[] = [
  { label: texts.userAnalytics, path: '/analytics' },
  { label: texts.performanceDashboard, path: '/performance' },
];

const logOut: Entry = { label: texts.logOut, path: '/api/logout' };

function getName({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName}`.trim() || (email.split('@')[0] ?? email);
}

function getInitials({ firstName, lastName, email }: User): string {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (initials || email.slice(0, 1)).toLocaleUpperCase('en');
}
