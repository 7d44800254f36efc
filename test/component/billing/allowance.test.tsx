import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, findToast, openPage } from '../../support/component/page.tsx';
import { active, freeWith, guestWith, pastDue } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

const refused = failure(429, 'guest_limit_reached', 'Guest translation limit reached.');
const house = { 'translation.translate': { translatedText: 'la casa' } } satisfies Answers;

test('a Premium user is told in Usage what is nearly used up, and until when', async () => {
  const until = '2026-12-01T12:00:00.000Z';
  const fairUse = [
    { of: 'text', leftPercent: 19, until },
    { of: 'reading', leftPercent: 0, until },
  ] satisfies Status['fairUse'];
  await openPage('/', {
    isSignedIn: true,
    answers: { 'billing.status': { ...active, fairUse } },
  });
  const usage = await openUsage();
  expect((await within(usage).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '19% of your text is left until December 1, 2026.',
    'Your reading aloud is used up until December 1, 2026.',
  ]);
  expect(await violations()).toEqual([]);
});

describe('a guest', () => {
  test('sees the remaining translations, and near the end a link to sign up', async () => {
    const { user, left } = await openPage('/', { answers: counting(guestWith) });
    const banner = await screen.findByRole('region', { name: 'Guest translations' });
    await shows(banner, '3 of 3 free translations left.');
    await translate(user, 'the house');
    await shows(banner, '2 of 3 free translations left.');
    expect(within(banner).queryByRole('button')).toBeNull();
    await translate(user, 'the street');
    await shows(banner, '1 of 3 free translations left. Sign up for 10 free translations per day');
    await translate(user, 'the city');
    await shows(banner, '0 of 3 free translations left.');
    expect(await violations()).toEqual([]);
    await user.click(
      within(banner).getByRole('button', { name: 'Sign up for 10 free translations per day' }),
    );
    expect(left).toEqual(['/api/login?returnTo=%2F&signup']);
  });

  test('finds the text after the login, translated only if the allowance was used up', async () => {
    const used = await openPage('/', { answers: { 'billing.status': guestWith(0) } });
    await write(used.user, 'the house');
    await used.user.click(await screen.findByText(/See options\.$/));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      "You've used 3 of 3 guest translations. Create an account to get 10",
    );
    expect(await violations()).toEqual([]);
    await used.user.click(within(dialog).getByRole('button', { name: 'Create Free Account' }));
    expect(used.left).toEqual(['/api/login?returnTo=%2F&signup']);
    expect(draft()).toMatchObject({ text: 'the house', shouldTranslate: true });

    const some = await openPage('/', { answers: { 'billing.status': guestWith(2) } });
    await some.user.click(await screen.findByRole('button', { name: 'Sign up' }));
    expect(draft()).toMatchObject({ shouldTranslate: false });
  });

  test('can scroll a dialog that is taller than the screen by keyboard', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
    const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(200);
    vi.stubGlobal('ResizeObserver', undefined);
    const { user } = await openPage('/', { answers: { 'billing.status': guestWith(0) } });
    await write(user, 'the house');
    await user.click(await screen.findByText(/See options\.$/));
    const dialog = await screen.findByRole('dialog');
    const box = () => dialog.querySelector('[tabindex="0"]');
    expect(box()).toBeNull();
    height.mockReturnValue(300);
    fireEvent(window, new Event('resize'));
    expect(box()).not.toBeNull();
  });

  test('refused by the server gets the dialog and the toast, and keeps the text', async () => {
    const { user, answer } = await openPage('/', {
      answers: { 'billing.status': guestWith(3), 'translation.translate': refused },
    });
    await screen.findByText('3 of 3', { selector: 'strong' });
    answer({ 'billing.status': guestWith(0) });
    await write(user, 'the red house');
    await user.click(screen.getByRole('button', { name: 'Translate Text' }));
    await screen.findByText(/You've used 3 of 3 guest translations/);
    const toast = await findToast('Translation Limit Reached');
    expect(toast.textContent).toContain('Sign up to get 10 free translations per day!');
    expect(textBox().value).toBe('the red house');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('0 of 3', { selector: 'strong' });
  });

  test('without a readable status may translate, and can retry the status', async () => {
    const { user, answer } = await openPage('/', { answers: house });
    await translate(user, 'the house');
    const usage = await openUsage();
    await shows(usage, 'We couldn’t load your usage. You can still translate.');
    const again = await within(usage).findByRole('button', { name: 'Try again' });
    answer({ 'billing.status': guestWith(2) });
    // At once, because the page may also read it again.
    fireEvent.click(again);
    await shows(usage, '1 of 3');
  });
});

describe('an account', () => {
  test('sees a note for the last three, the dialog after ten, and a link to Premium', async () => {
    const { user, answer, left } = await openPage('/', {
      isSignedIn: true,
      answers: counting(accountWith, 4),
    });
    const usage = await openUsage();
    await shows(usage, '6 of 10');
    screen.getByText('0 / 5,000');
    expect(screen.queryByText(/translations? left today/)).toBeNull();
    await translate(user, 'the house');
    await screen.findByText('3 free translations left today');
    answer(counting(accountWith, 2));
    await translate(user, 'the street');
    await screen.findByText('1 free translation left today');
    await translate(user, 'the city');
    await shows(usage, '10 of 10');
    expect(usage.textContent).toMatch(/Resets at \d{1,2}:\d{2}\s[AP]M (today|tomorrow)\./);
    await user.click(textBox());
    await user.keyboard('{Control>}{Enter}{/Control}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain("You've used all 10 free translations today.");
    expect(document.querySelector('.toast')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Subscribe Now' }));
    expect(left).toEqual(['/subscription']);
  });

  test.for([
    ['Premium', active, 'Unlimited', 'Manage Subscription', '/subscription-management'],
    [
      'a payment that failed',
      { ...pastDue, ...freeWith(1), subscriptionStatus: 'past_due' },
      '1 of 10',
      'Manage Subscription',
      '/subscription-management',
    ],
    [
      'a used trial',
      { ...freeWith(1), trialAvailable: false },
      '1 of 10',
      'Upgrade to Premium',
      '/subscription',
    ],
    ['neither', freeWith(1), '1 of 10', 'Try Premium free for 7 days', '/subscription'],
  ] as [string, Status, string, string, string][])(
    'with %s sees its allowance and the next step',
    async ([, status, figure, step, path]) => {
      await openPage('/', { isSignedIn: true, answers: { 'billing.status': status } });
      const usage = await openUsage();
      await shows(usage, figure);
      expect(within(usage).getByRole('link', { name: step }).getAttribute('href')).toBe(path);
      const name = `Translations used: ${figure}`;
      expect(within(usage).queryByRole('meter', { name }) === null).toBe(figure === 'Unlimited');
      expect(within(usage).queryByText(/^Fair use/) !== null).toBe(figure === 'Unlimited');
      expect(screen.queryByText(/translations? left today/)).toBeNull();
    },
  );

  test('with a clock that is hours fast is told all the same that none is left', async () => {
    const answers = { 'billing.status': { ...freeWith(10), resetsAt: hoursAgo(2) } };
    const { user } = await openPage('/', { isSignedIn: true, answers });
    const usage = await openUsage();
    await shows(usage, '10 of 10');
    await user.click(await screen.findByText('No free translations left. See options.'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain("You've used all 10 free translations today.");
  });

  test('with a clock that is minutes fast may go on, and the server decides', async () => {
    const answers = { 'billing.status': { ...freeWith(10), resetsAt: hoursAgo(0.5) } };
    await openPage('/', { isSignedIn: true, answers });
    await shows(await openUsage(), '10 of 10');
    expect(screen.queryByText('No free translations left. See options.')).toBeNull();
  });

  test('gets a new allowance when the day ends', async () => {
    const page = await openPage('/', {
      isSignedIn: true,
      clock: true,
      answers: { 'billing.status': { ...freeWith(10), resetsAt: inAnHour() } },
    });
    const usage = await openUsage();
    await shows(usage, '10 of 10');
    page.answer({ 'billing.status': freeWith(0) });
    await vi.advanceTimersByTimeAsync(3_610_000);
    await shows(usage, '0 of 10');
  });
});

function accountWith(left: number): Status {
  return { ...freeWith(10 - left), resetsAt: inAnHour() };
}

/** A server that counts: `of` gives the status for what is left. */
function counting(of: (left: number) => Status, left = 3): Answers {
  let remaining = left;
  return {
    'billing.status': () => of(remaining),
    'translation.translate': () => {
      remaining -= 1;
      return { translatedText: `done, ${remaining} left` };
    },
  };
}

type User = Awaited<ReturnType<typeof openPage>>['user'];

async function write(user: User, text: string): Promise<void> {
  await user.clear(textBox());
  await user.paste(text);
}

async function translate(user: User, text: string): Promise<void> {
  await write(user, text);
  const before = screen.queryByTestId('translation')?.textContent;
  await user.click(await screen.findByRole('button', { name: 'Translate Text' }));
  await waitFor(() => expect(screen.getByTestId('translation').textContent).not.toBe(before));
}

async function openUsage(): Promise<HTMLElement> {
  await openCard('usage');
  return screen.getByRole('region', { name: 'Usage' });
}

function textBox(): HTMLTextAreaElement {
  return screen.getByRole('textbox', { name: 'Type your text' });
}

function shows(part: HTMLElement, words: string): Promise<void> {
  return waitFor(() => expect(part.textContent).toContain(words));
}

function draft(): unknown {
  return JSON.parse(sessionStorage.getItem('parley.draft') ?? 'null');
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
