import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { openLanding } from '../../support/component/landing.ts';
import { comeBack } from '../../support/component/page.tsx';

test('the landing page has its texts and links', async () => {
  await openLanding();
  // In pieces that do not break.
  screen.getByText(
    (_, element) =>
      element?.tagName === 'P' &&
      [...element.children].map(({ textContent }) => textContent).join(' ') ===
        'Start translating immediately • No limits • Full access to all features',
  );
  for (const name of ['Speech recognition', '36 languages', 'Natural speech', 'Talk', 'Translate', 'Listen'])
    screen.getByRole('heading', { name });
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual(
    expect.arrayContaining([
      ['Log in', '/api/login?returnTo=%2F'],
      ['Register for Free Account', '/api/login?returnTo=%2F&signup'],
      ['Privacy Policy', '/privacy-policy'],
      ['Contact', 'mailto:hello@parley.example'],
    ]),
  );
  expect(document.querySelector('noscript')?.textContent).toContain('needs JavaScript');
  expect(await violations()).toEqual([]);
});

test.for(['Use as Guest', 'Start Translating Now'])(
  '%s shows progress, and enters once, after 0.5 s',
  async (name) => {
    vi.useFakeTimers();
    const left = await openLanding();
    const button = screen.getByRole('button', { name });
    button.click();
    expect(button.textContent).toBe('Entering...');
    expect(document.querySelector('[role=status]')?.textContent).toBe('Entering...');
    vi.advanceTimersByTime(250);
    for (const each of document.querySelectorAll<HTMLElement>('[data-entry]')) each.click();
    vi.advanceTimersByTime(249);
    expect(left).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(left).toEqual(['/']);
    expect(sessionStorage.getItem('parley.entered')).toBe('1');
  },
);

test('without storage, the address opens the translator', async () => {
  vi.useFakeTimers();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError');
  });
  const left = await openLanding();
  screen.getByRole('button', { name: 'Use as Guest' }).click();
  vi.advanceTimersByTime(500);
  expect(left).toEqual(['/speech-translator']);
});

test('the example has its answer until something else is typed, which replaces it', async () => {
  await openLanding();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Type your text' });
  expect(field.value).toBe('Where is the train station?');
  const answer = screen.getByText('¿Dónde está la estación de tren?');
  field.focus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  type('the house');
  expect(answer.style.visibility).toBe('hidden');
  type(' Where is the train station?');
  expect(answer.style.visibility).toBe('');
});

test('a text that was typed here goes to the translator within the tab', async () => {
  const left = await openLanding();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Type your text' });
  // Without a script, the form leads there too, and no address has the text.
  expect([field.form?.getAttribute('action'), field.name]).toEqual(['/speech-translator', '']);
  field.value = ' the house\n';
  screen.getByRole('button', { name: 'Translate Text' }).click();
  expect(left).toEqual(['/']);
  expect(JSON.parse(sessionStorage.getItem('parley.draft') ?? '')).toMatchObject({
    text: 'the house',
    source: 'en-US',
    target: 'es-ES',
    isFromLanding: true,
  });
});

test('who taps to speak enters without the example', async () => {
  const left = await openLanding();
  screen.getByRole('button', { name: 'Tap to speak' }).click();
  expect(left).toEqual(['/']);
  expect(sessionStorage.getItem('parley.draft')).toBeNull();
});

test('a page from the back-forward cache is unchanged, unless its visitor has entered since', async () => {
  const left = await openLanding();
  comeBack();
  expect(left).toEqual([]);
  sessionStorage.setItem('parley.entered', '1');
  comeBack();
  expect(left).toEqual([location.href]);
});

test('a failed login is reported, and its parameter is removed from the address', async () => {
  await openLanding('/?signin=failed');
  expect(screen.queryByRole('alert')).toBeNull();
  dispatchEvent(new Event('DOMContentLoaded'));
  expect(screen.getByRole('alert').textContent).toContain('You’re not logged in. Please try again.');
  expect(location.search).toBe('');
});

test.for([
  ['/', 'a visitor who has entered', true],
  ['/landing', 'a visitor who has entered', false],
  ['/', 'a signed-in user', true],
  ['/landing', 'a signed-in user', false],
] as const)('%s for %s is the translator: %s', async ([address, who, isTranslator]) => {
  if (who === 'a visitor who has entered') sessionStorage.setItem('parley.entered', '1');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  else document.cookie = 'parley_signed_in=1';
  await openLanding(address);
  expect(document.documentElement.hasAttribute('data-entered')).toBe(isTranslator);
  expect(document.head.querySelector('link[href="/translator.css"]') !== null).toBe(isTranslator);
});

test('a signed-in user has entered, and stays inside after the session', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'parley_signed_in=1';
  await openLanding('/');
  expect(sessionStorage.getItem('parley.entered')).toBe('1');
});

test('a visitor whose session ended during the payment comes back to the translator', async () => {
  await openLanding('/?setup_intent=seti_1&redirect_status=succeeded');
  expect(document.head.querySelector('link[href="/translator.css"]')).not.toBeNull();
});
