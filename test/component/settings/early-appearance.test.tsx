import { afterEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { blockStorage } from '../../support/component/storage.ts';

const { dataset, style } = document.documentElement;

afterEach(() => {
  delete dataset.theme;
  style.fontSize = '';
});

test('a document begins with the theme and the text size of the last visit', async () => {
  localStorage.setItem(
    'parley.settings',
    JSON.stringify({ ...defaultSettings, theme: 'dark', textSize: 115 }),
  );
  await begin();
  expect([dataset.theme, style.fontSize]).toEqual(['dark', '115%']);
});

test.each(['nothing', 'no JSON', 'a size that nobody can choose', 'refused storage'])(
  'with %s, a document begins like the system',
  async (what) => {
    if (what === 'no JSON') localStorage.setItem('parley.settings', '{');
    if (what.startsWith('a size')) localStorage.setItem('parley.settings', '{"textSize":"9999px;x"}');
    if (what === 'refused storage') blockStorage('localStorage', 'sessionStorage');
    await begin();
    expect(['light', 'dark']).not.toContain(dataset.theme);
    expect(style.fontSize).toBe('');
  },
);

async function begin(): Promise<void> {
  vi.resetModules();
  await import('../../../web/settings/early-appearance.ts');
}
