import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import type { RoutePath } from '../../shared/routes.ts';
import { statusQuery } from '../billing/status.ts';
import { Icon } from '../components/icon.tsx';
import * as texts from '../texts/account.ts';
import { SignUp } from './sign-up.tsx';
import { forgetUser, type User, userQuery } from './user.ts';

/** Not modal, because Radix locks scrolling with a style element, which the content security policy forbids. */
export function AccountMenu() {
  const { data: user } = useQuery(userQuery);
  // Only what a page has asked for anyway.
  const { data: status } = useQuery({ ...statusQuery, enabled: false });
  if (user === null) return <SignUp />;
  // What applies to this person comes first.
  const own = status?.subscriptionStatus === 'free' ? [upgrade, manage] : [manage, upgrade];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="group/avatar grid size-11 place-items-center rounded-full text-sm font-semibold text-accent">
        <span className="sr-only">{texts.accountMenu}</span>
        {/* Smaller than what a finger needs. */}
        <span
          aria-hidden="true"
          translate="no"
          className="grid size-8 place-items-center rounded-full bg-accent-soft transition-colors group-hover/avatar:bg-accent group-hover/avatar:text-on-accent"
        >
          {user ? getInitials(user) : <Icon name="chevron" />}
        </span>
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
          {(user?.seesDashboards ? [...own, ...dashboards, logOut] : [...own, logOut]).map(
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

const manage: Entry = { label: texts.manageSubscription, path: '/subscription-management' };
const upgrade: Entry = { label: texts.upgrade, path: '/subscription' };

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
