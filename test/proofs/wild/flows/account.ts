import type { Page } from 'playwright';
import type { Flow, Stage } from '../stage.ts';
import { textField, translatorPath, typeDraft, typed } from './translator.ts';

export const accountFlows: readonly Flow[] = [
  {
    name: 'sign in',
    path: translatorPath,
    who: 'guest',
    draft: typed,
    uses: ['sessionStorage', 'cookieStore'],
    prepare: typeDraft,
    async finish({ page, site }) {
      const member = await site.createMember();
      await page.getByRole('button', { name: 'Sign up', exact: true }).click();
      const login = page.getByRole('link', { name: 'Log in' });
      await login.click();
      await page.getByLabel('Email address').fill(member.email);
      await page.getByLabel('Password').fill(member.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await textField(page).waitFor();
    },
    success: (page) => page.getByRole('button', { name: 'Account menu' }),
  },
  {
    name: 'subscribe',
    path: '/subscription',
    who: 'user',
    async prepare({ page }) {
      await page.getByRole('button', { name: '(Premium Monthly)' }).click();
      await page.getByLabel('Card number').waitFor();
    },
    async finish({ page }) {
      await page.getByLabel('Card number').fill('4242 4242 4242 4242');
      await page.getByLabel('Expiration date').fill('12 / 34');
      await page.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: 'Start free trial' }).click();
    },
    // The second visitor with the card is asked to pay today, which ends the purchase as well.
    success: (page) => page.getByText(/7-Day Trial Started!|has already been used for a free trial/).first(),
  },
  {
    name: 'cancel',
    path: '/subscription-management',
    who: 'subscriber',
    async prepare({ page }) {
      await page.getByRole('button', { name: 'Cancel Subscription' }).click();
      await page.getByRole('dialog').waitFor();
    },
    finish: ({ page }) => page.getByRole('button', { name: 'Yes, Cancel' }).click(),
    success: (page) => page.getByText('Access Ends', { exact: true }),
  },
  {
    name: 'analytics',
    path: '/analytics',
    who: 'user',
    uses: ['ResizeObserver', 'IntersectionObserver', 'matchMedia'],
    prepare: isShown('Revenue'),
    finish: async ({ page }) => {
      await page.getByRole('radio', { name: '7 days' }).click();
    },
    success: (page) =>
      // There are payments once a `subscribe` has had to pay.
      page
        .getByRole('region', { name: 'Revenue' })
        .getByText(/last 7 days/)
        .first(),
  },
  {
    name: 'performance',
    path: '/performance',
    who: 'user',
    uses: ['ResizeObserver', 'IntersectionObserver', 'matchMedia'],
    prepare: isShown('Recent Builds'),
    finish: async ({ page }) => {
      await page.getByRole('radio', { name: 'Production' }).click();
    },
    success: (page) => page.getByText('No builds of this type in the last 7 days.').first(),
  },
];

function isShown(region: string) {
  return ({ page }: { page: Page } & Pick<Stage, 'flow'>) =>
    page.getByRole('region', { name: region }).waitFor();
}
