import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { giveVoice, refuseClipboard } from '../../support/component/devices.ts';
import { healthOf } from '../../support/component/health.ts';
import { findToast, openPage } from '../../support/component/page.tsx';
import {
  openTranslator,
  pair,
  translate,
  translation,
  typedText,
} from '../../support/component/translator.ts';

const link = '#sl=en-US&tl=es&text=Where%20is%20the%20pelican%20crossing%3F';
const follow = (hash: string) =>
  act(async () => {
    history.replaceState({ key: 'k' }, '', hash);
    dispatchEvent(new Event('hashchange'));
  });

test('a link fills in the translator, leaves the address, and uses no translation', async () => {
  const { count } = await openTranslator({ address: `/?a=1${link}` });
  await waitFor(() => expect(typedText().value).toBe('Where is the pelican crossing?'));
  expect([pair(), location.search, location.hash]).toEqual([['en-US', 'es'], '?a=1', '']);
  expect(count('translation.translate')).toBe(0);
  // Its pair is not the visitor's own yet.
  expect(localStorage.getItem('parley.settings')).toBeNull();
});

test('a link opened in the translator replaces its content', async () => {
  await openTranslator();
  await translate('the house');
  await follow('#sl=fr&tl=pt-BR&text=bonjour%');
  await waitFor(() => expect(pair()).toEqual(['fr', 'pt-BR']));
  expect([typedText().value, translation(), location.hash]).toEqual(['bonjour%', null, '']);
  expect(history.state).toEqual({ key: 'k' });
});

test('a translation is shared with its link; cancelling is no failure, others show a toast', async () => {
  const share = vi.fn(async (_: ShareData) => {});
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { user } = await openTranslator();
  await translate('the house');
  const shareIt = async () => {
    await user.click(await screen.findByText('More'));
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  };
  await shareIt();
  const url = `${location.origin}/speech-translator#sl=en-US&tl=es&text=the+house`;
  expect(share).toHaveBeenCalledWith({ title: 'Parley', text: 'the house (translated)', url });
  share.mockRejectedValueOnce(Object.assign(new Error(), { name: 'AbortError' }));
  await shareIt();
  expect(document.querySelector('.toast')).toBeNull();
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await shareIt();
  within(await findToast('Share Failed')).getByText('Copy the link instead.');
});

test('Copy link copies a link, or shows an error', async () => {
  const { user } = await openTranslator();
  await translate('the house');
  const copy = async () => {
    await user.click(await screen.findByText('More'));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  };
  await copy();
  within(await findToast('Copied!')).getByText('Link copied to clipboard');
  expect(await navigator.clipboard.readText()).toMatch(/#sl=en-US&tl=es&text=the\+house$/);
  refuseClipboard();
  await copy();
  await findToast('Copy Failed');
});

test('a tap on a shown translation speaks it, the next one slowly, and one during speech stops it', async () => {
  giveVoice({ languages: ['es-ES'] });
  let lights = 0;
  const wakeLock = { request: async () => ({ release: async () => void lights--, at: lights++ }) };
  Object.assign(navigator, { wakeLock });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
  const { user } = await openPage('/', {
    clock: true,
    answers: { 'system.health': healthOf() },
    part: async () => {
      const { HandOver } = await import('../../../web/translation/result/hand-over.tsx');
      const { createTranslator } = await import('../../../web/translation/translator/translator.ts');
      const translator = {
        ...createTranslator('en-US', 'es-ES'),
        original: { text: 'the house', language: 'en-US' },
        translation: { text: 'la casa', language: 'es-ES', isPhrase: false },
      };
      return (
        <HandOver
          translator={translator}
          before={translator}
          health={healthOf()}
          send={() => {}}
          onClose={() => {}}
        />
      );
    },
  });
  const view = within(screen.getByRole('dialog', { name: 'Translation in Spanish' }));
  view.getByText('the house');
  expect(lights).toBe(1);
  for (const next of ['Speak', 'Stop', 'Speak', 'Stop', 'Speak']) {
    await view.findByRole('button', { name: next });
    if (next === 'Stop')
      await waitFor(() => expect(view.getByRole('button', { name: 'Stop' }).dataset.state).toBe('speaking'));
    fireEvent.click(screen.getByTestId('shown'));
  }
  await waitFor(() =>
    expect(window.voice.said.map(({ rate }) => Math.round(rate * 10) / 10)).toEqual([1, 0.6, 1]),
  );
  const turn = view.getByRole('button', { name: 'Flip' });
  await user.click(turn);
  expect([
    turn.getAttribute('aria-pressed'),
    !!screen.getByTestId('shown').closest('[data-flipped]'),
  ]).toEqual(['true', true]);
});

/** As hardened browsers lack the interface, or forbid it. */
test.each([
  ['lacks', undefined],
  [
    'forbids',
    class {
      constructor() {
        throw new DOMException('ResizeObserver is not allowed in this context.', 'NotSupportedError');
      }
    },
  ],
])('a browser that %s ResizeObserver shows the translation on the full screen', async (_, observer) => {
  vi.stubGlobal('ResizeObserver', observer);
  const { user } = await openTranslator();
  await translate('the house');
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  expect((await screen.findByTestId('shown')).textContent).toBe('the house (translated)');
  expect(screen.queryByText(/This section stopped/)).toBeNull();
});

test('a browser with half of the interface for highlights shows the translation without them', async () => {
  vi.stubGlobal('CSS', { ...globalThis.CSS, highlights: new Map() });
  await openTranslator();
  await translate('the house');
  expect(translation()?.textContent).toBe('the house (translated)');
  await screen.findByRole('button', { name: 'Show' });
  expect(screen.queryByText(/This section stopped/)).toBeNull();
});
