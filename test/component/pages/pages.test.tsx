import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Page, routes } from '../../../shared/routes.ts';
import { pageTitles } from '../../../web/texts/site.ts';
import { violations } from '../../support/component/axe.ts';
import { openPage } from '../../support/component/page.tsx';
import { active, free } from '../../support/component/statuses.ts';

const headings: Record<Exclude<Page, 'landing'>, string> = {
  translator: 'Parley, voice and text translator',
  'android-setup': 'Android Setup',
  'privacy-policy': 'Privacy Policy',
  terms: 'Terms of Service',
  refunds: 'Refunds and Withdrawal',
  status: 'Status',
  subscription: 'Parley Premium',
  'subscription-management': 'Manage Subscription',
  analytics: 'User Analytics',
  performance: 'Performance Dashboard',
};

test.for([...routes])('$path shows its page', async ({ path, page: kind, access }) => {
  const isSignedIn = access === 'user';
  const { left } = await openPage(path, { isSignedIn, answers: { 'billing.status': free } });
  // The landing page is another document.
  if (kind === 'landing') return expect(left).toEqual([path]);
  await screen.findByRole('heading', { level: 1, name: headings[kind] });
  expect(document.title).toBe(`${pageTitles[kind]} · Parley`);
});

test('an unknown address shows a page that is not indexed and links to the translator', async () => {
  // The router warns of an unknown address.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { user } = await openPage(`/nowhere/caf%C3%A9/${'long-'.repeat(50)}`);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
  expect(screen.getByRole('main').textContent).toMatch(/We couldn’t find \/nowhere\/café\/(long-){9}l?…\./);
  expect(document.title).toBe('Page Not Found · Parley');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(await violations()).toEqual([]);
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Start recording' });
  expect(document.querySelector('meta[name=robots]')).toBeNull();
});

test('a page requests the status first, and nothing that it does not show', async () => {
  const { asked } = await openPage('/', { answers: { 'billing.status': { ...free, isGuest: true } } });
  await screen.findByRole('region', { name: 'Your data' });
  await waitFor(() => expect(asked).toHaveLength(3));
  const ids = asked.map(([id]) => id);
  expect(ids[0]).toBe('billing.status');
  expect(ids.slice(1).toSorted()).toEqual(['settings.read', 'system.health']);
});

test('phrases, settings, usage, history and the visitor’s data follow the translation', async () => {
  await openPage('/', { isSignedIn: true, answers: { 'billing.status': active } });
  const names = ['Quick Actions', 'Settings', 'Usage', 'History', 'Your data'];
  for (const name of names) await screen.findByRole('region', { name });
  const titles = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(titles.map(({ textContent }) => textContent).filter((title) => names.includes(title))).toEqual(
    names,
  );
});

test.for([
  ['/terms', ['$4.99 a month or $39.99 a year', '7 days', 'until you cancel', 'Fair use per day: 60,000']],
  [
    '/refunds',
    ['within 14 days', 'European Union', 'Premium then ends at once', 'I withdraw from my contract'],
  ],
] as const)('%s says what applies, and is accessible', async ([path, words]) => {
  await openPage(path);
  const article = await screen.findByRole('article');
  for (const each of words) expect(article.textContent).toContain(each);
  const footer = within(screen.getByRole('contentinfo'));
  for (const name of ['Terms', 'Refunds']) footer.getByRole('link', { name });
  expect(await violations()).toEqual([]);
});

test('the policy has a date, all required sections in order, and a link back', async () => {
  await openPage('/privacy-policy');
  await screen.findByText('Last updated August 22, 2025');
  const article = within(screen.getByRole('article'));
  const titles = article.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.slice(2)).toEqual([
    'Information We Collect',
    'How We Use Information',
    'How We Share Information',
    'How Long We Keep Information',
    'Your Rights',
    'Security',
    'Children’s Privacy',
    'International Transfer',
    'Changes to This Policy',
    'Contact',
  ]);
  for (const words of [
    'We do not sell your information',
    'Audio is not permanently stored',
    'up to 2 years',
    'delete your account at any time',
    'under 13',
    'United States',
  ])
    expect(screen.getByRole('article').textContent).toContain(words);
  const inventory = screen.getByText('Every cookie and stored item').closest('details');
  expect([inventory?.open, inventory?.textContent?.includes('parley_guest')]).toEqual([false, true]);
  const mail = within(screen.getByRole('region', { name: 'Contact' })).getByRole('link');
  expect(mail.getAttribute('href')).toBe(`mailto:${mail.textContent}`);
  screen.getByRole('link', { name: 'Back to the translator' });
  expect(await violations()).toEqual([]);
});
