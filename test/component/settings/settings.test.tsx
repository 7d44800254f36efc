import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { violations } from '../../support/component/axe.ts';
import { healthOf } from '../../support/component/health.ts';
import { type Answers, type OpenPage, openPage } from '../../support/component/page.tsx';
import { active } from '../../support/component/statuses.ts';
import { blockStorage, fillStorage } from '../../support/component/storage.ts';
import { giveRecogniser } from '../../support/component/translator.ts';

const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
const speed = () => slider('Speech speed').getAttribute('aria-valuetext');
const set = (name: string, key: string) => fireEvent.keyDown(slider(name), { key });
const saves = ({ asked }: OpenPage) => asked.filter(([id]) => id === 'settings.save').map(([, body]) => body);

test('the sliders have the range and the steps of their settings', async () => {
  await openSettings();
  const range = ({ min, max, step, value }: HTMLInputElement) => [min, max, step, value].map(Number);
  expect(range(slider('Speech speed'))).toEqual([0.5, 2, 0.1, 1]);
  expect(range(slider('Microphone sensitivity'))).toEqual([1, 10, 1, 5]);
  set('Speech speed', 'PageUp');
  expect(speed()).toBe('2.0x');
  fireEvent.keyDown(slider('Microphone sensitivity'), { key: 'ArrowLeft', shiftKey: true });
  expect(slider('Microphone sensitivity').value).toBe('1');
});

test('a switch is a checkbox without aria-checked', async () => {
  await openSettings();
  const toggle = screen.getByRole('switch', { name: 'Auto-play', checked: true });
  expect(toggle.hasAttribute('aria-checked')).toBe(false);
  fireEvent.click(toggle);
  screen.getByRole('switch', { name: 'Auto-play', checked: false });
});

test('the microphone sensitivity shows a note when it has no effect', async () => {
  const effect = 'Turn it up if you speak softly, down if it’s noisy.';
  const noEffect = 'Your browser handles speech recognition, so this has no effect.';
  const hint = () =>
    document.getElementById(`${slider('Microphone sensitivity').getAttribute('aria-describedby')}`)
      ?.textContent;
  await openSettings();
  expect(hint()).toBe(effect);
  giveRecogniser();
  await openSettings();
  expect(hint()).toBe(noEffect);
  expect(slider('Microphone sensitivity').ariaDisabled).toBe('true');
  set('Microphone sensitivity', 'PageUp');
  expect(slider('Microphone sensitivity').value).toBe('5');
  // The recogniser has failed, so the recorder listens next.
  const { inputMethods } = await import('../../../web/speech/recognise/input-methods.ts');
  act(() => inputMethods.noteFailure('browser', 'en-US'));
  expect(hint()).toBe(effect);
  expect(slider('Microphone sensitivity').ariaDisabled).toBeNull();
  sessionStorage.clear();
  // Premium's speech is recorded.
  await openSettings({ 'billing.status': active });
  await waitFor(() => expect(hint()).toBe(effect));
});

test('settings are saved once, 1 s after the last change', async () => {
  const page = await openSettings();
  fireEvent.change(slider('Speech speed'), { target: { value: 1.1 } });
  act(() => void vi.advanceTimersByTime(999));
  fireEvent.change(slider('Speech speed'), { target: { value: 1.2 } });
  act(() => void vi.advanceTimersByTime(999));
  expect(saves(page)).toEqual([]);
  await act(async () => void vi.advanceTimersByTime(1));
  expect(saves(page)).toEqual([{ ...defaultSettings, speechRate: 12 }]);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(saves(page)).toHaveLength(1);
});

test('a failed save shows a note, and is repeated when online', async () => {
  const page = await openSettings({ 'settings.save': undefined });
  set('Speech speed', 'PageUp');
  act(() => void vi.advanceTimersByTime(1_000));
  const note = await screen.findByText(/^Not saved yet\./);
  expect(note.getAttribute('role')).toBe('status');
  expect(await violations(document.body)).toEqual([]);
  page.answer({ 'settings.save': { ...defaultSettings, speechRate: 20 } });
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(note.textContent).toBe(''));
  expect(saves(page).at(-1)).toMatchObject({ speechRate: 20 });
  expect(speed()).toBe('2.0x');
});

test('a change is saved at once when the page is left', async () => {
  const page = await openSettings();
  set('Speech speed', 'PageUp');
  act(() => void dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(saves(page)).toEqual([{ ...defaultSettings, speechRate: 20 }]));
});

test('an answer that the document asked for before another tab saved a change is not shown', async () => {
  const saved = { ...defaultSettings, speechRate: 20 };
  const stored = { ...saved, unsaved: [], owner: 'user', savedAt: Date.now() + 60_000 };
  localStorage.setItem('parley.settings', JSON.stringify(stored));
  const answers = [defaultSettings, saved];
  await openSettings({ 'settings.read': () => answers.shift() });
  await waitFor(() => expect(answers).toEqual([]));
  expect(speed()).toBe('2.0x');
});

test('an answer without changes does not overwrite what another tab has just stored', async () => {
  let reads = 0;
  await openSettings({
    'settings.read': () => {
      reads += 1;
      return defaultSettings;
    },
  });
  const key = 'parley.settings';
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage[key]), speechRate: 15 }));
  await act(async () => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(reads).toBe(2));
  await act(async () => {});
  expect(JSON.parse(localStorage[key]).speechRate).toBe(15);
});

test.each(['blocked', 'full'] as const)(
  'with storage that is %s, changes still apply, are saved to the account, and the card says what is lost',
  async (how) => {
    if (how === 'blocked') blockStorage('localStorage', 'sessionStorage');
    else fillStorage();
    const page = await openCard();
    await waitFor(() => expect(page.count('settings.read')).toBe(1));
    set('Speech speed', 'PageUp');
    expect(speed()).toBe('2.0x');
    const note = await screen.findByText(/^Your browser won’t let Parley save anything/);
    expect(note.role).toBe('status');
    act(() => void vi.advanceTimersByTime(1_000));
    await waitFor(() => expect(saves(page)).toEqual([{ ...defaultSettings, speechRate: 20 }]));
  },
);

test('the theme and the text size apply at once, to the browser’s bars as well, and are saved', async () => {
  const bars = ['light', 'dark'].map((scheme) => {
    const meta = document.createElement('meta');
    meta.dataset.scheme = scheme;
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    return meta;
  });
  const page = await openSettings();
  const { dataset, style } = document.documentElement;
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  fireEvent.click(screen.getByRole('radio', { name: '130%' }));
  expect([dataset.theme, style.fontSize]).toEqual(['dark', '130%']);
  expect(bars.map(({ media }) => media)).toEqual(['not all', 'all']);
  act(() => void vi.advanceTimersByTime(1_000));
  await waitFor(() => expect(saves(page)).toEqual([{ ...defaultSettings, theme: 'dark', textSize: 130 }]));
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  fireEvent.click(screen.getByRole('radio', { name: '100%' }));
  expect([dataset.theme, style.fontSize]).toEqual(['system', '']);
  expect(bars.map(({ media }) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
});

/** Only the card, with settings loaded. */
async function openSettings(answers: Answers = {}): Promise<OpenPage> {
  const page = await openCard(answers);
  await waitFor(() => expect(JSON.parse(localStorage.getItem('parley.settings') ?? '{}').owner).toBe('user'));
  return page;
}

function openCard(answers: Answers = {}): Promise<OpenPage> {
  return openPage('/', {
    clock: true,
    isSignedIn: true,
    answers: {
      'system.health': healthOf(),
      'settings.read': defaultSettings,
      'settings.save': defaultSettings,
      ...answers,
    },
    part: async () => {
      const { Card } = await import('../../../web/components/card.tsx');
      const { SettingsPanel } = await import('../../../web/settings/settings-panel.tsx');
      const { SettingsSync } = await import('../../../web/settings/settings-sync.ts');
      return (
        <>
          <SettingsSync />
          <Card title="Settings">
            <SettingsPanel target="es-ES" health={healthOf()} />
          </Card>
        </>
      );
    },
  });
}
