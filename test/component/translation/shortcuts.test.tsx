import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openTranslator } from '../../support/component/translator.ts';

const manifest = path.resolve(import.meta.dirname, '../../../web/public/manifest.webmanifest');
const { shortcuts }: { shortcuts: { name: string; url: string }[] } = JSON.parse(
  readFileSync(manifest, 'utf8'),
);

/** What each shortcut of the installed app says that it opens. */
const opened: Readonly<Record<string, () => Promise<unknown>>> = {
  Translate: () => screen.findByRole('button', { name: 'Start recording' }),
  Conversation: () => screen.findByRole('dialog', { name: 'Conversation' }),
  Phrases: () => waitFor(() => expect(document.activeElement?.id).toBe('card-quick-actions')),
  'Allergy and health card': () => screen.findByRole('dialog', { name: 'Allergy and health card' }),
};

test.for(shortcuts)('the shortcut $name opens it, and a reload does not', async ({ name, url }) => {
  const page = await openTranslator({ address: url });
  await opened[name]?.();
  expect(Object.keys(opened)).toContain(name);
  expect(location.hash).toBe('');
  expect(page.left).toEqual([]);
});

test.for(shortcuts.filter(({ url }) => url.includes('#')))('in an open app, too: $name', async (shortcut) => {
  await openTranslator();
  act(() => {
    history.pushState(null, '', shortcut.url);
    dispatchEvent(new Event('hashchange'));
  });
  await opened[shortcut.name]?.();
  expect(location.hash).toBe('');
});
