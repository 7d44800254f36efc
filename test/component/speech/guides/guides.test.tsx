import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadPhrasebook } from '../../../../shared/phrasebook/books.ts';
import type { Guide, GuideProps } from '../../../../web/speech/guides/guide.ts';
import { userAgents } from '../../../support/browser/user-agents.ts';
import { violations } from '../../../support/component/axe.ts';
import { refuseClipboard } from '../../../support/component/devices.ts';
import { healthOf } from '../../../support/component/health.ts';
import { openPage } from '../../../support/component/page.tsx';
import {
  focused,
  giveRecogniser,
  openTranslator,
  press,
  setUserAgent,
  translate,
  type,
  typedText,
} from '../../../support/component/translator.ts';

const overlays = {
  'chrome-dialog': 'Set up voice in Chrome',
  'chrome-setup': 'Turn on your microphone in Chrome',
  'chrome-workaround': 'Chrome can’t use the microphone',
  permission: 'Set up voice in two steps',
} as const;
const cards = {
  trouble: 'Parley stopped listening',
  'type-instead': 'Type instead',
  'chrome-steps': 'Allow the microphone',
} as const;

test.each(Object.entries(overlays))(
  '%s has the focus on its heading, and Escape closes it',
  async (guide, title) => {
    const { user, done } = await openGuide(guide as Guide);
    expect(focused()).toBe(title);
    expect(await violations(document.body)).toEqual([]);
    await user.keyboard('{Escape}');
    expect(done).toEqual(['close']);
  },
);

test.each(Object.entries(cards))(
  '%s takes no focus when it appears, and is closed by its button',
  async (guide, title) => {
    const { user, done } = await openGuide(guide as Guide);
    const card = screen.getByRole('region', { name: title });
    expect(document.activeElement).toBe(document.body);
    expect(await violations(document.body)).toEqual([]);
    await user.click(within(card).getByRole('button', { name: 'Close' }));
    expect(done).toEqual(['close']);
  },
);

test('a card that closes with the focus returns it to where it was', async () => {
  const before = document.createElement('button');
  document.body.append(before);
  onTestFinished(() => before.remove());
  before.focus();
  const { user } = await openGuide('trouble');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.activeElement).toBe(before);
});

test.each([
  ['macChrome', 'System Settings > Privacy & Security > Microphone', false],
  ['iphoneChrome', 'Scroll to the bottom, tap Apps, then Chrome.', true],
  ['androidChrome', 'Settings > Apps > Chrome. Or touch and hold the Chrome icon', true],
] as const)(
  'the setup on %s names its settings, and has steps on phones only',
  async (device, place, hasSteps) => {
    const { user, done } = await openGuide('chrome-setup', device, {
      failure: { text: 'Microphone access denied.' },
    });
    expect(document.body.textContent).toContain(place);
    screen.getByText('Microphone access denied.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(done).toEqual(['retry']);
    const steps = screen.queryByRole('button', { name: 'Show me step by step' });
    expect(steps !== null).toBe(hasSteps);
    await user.click(steps ?? screen.getByRole('button', { name: 'Type instead' }));
    expect(focused()).toBe(steps ? 'Set up voice in Chrome' : 'Your text in English (US)');
  },
);

test.each([
  ['chrome-steps', 4],
  ['chrome-dialog', 5],
] as const)('%s moves forward and back in its %i steps, and retries at the last', async (guide, count) => {
  const { user, done } = await openGuide(guide, 'androidChrome');
  const previous = screen.getByRole('button', { name: 'Previous step' });
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  for (let step = 2; step <= count; step++) {
    await user.click(screen.getByRole('button', { name: 'Next step' }));
    expect(focused()).toMatch(new RegExp(`^Step ${step} of ${count}: \\w`));
  }
  await user.click(previous);
  expect(focused()).toMatch(new RegExp(`^Step ${count - 1} of ${count}: `));
  await user.click(screen.getByRole('button', { name: 'Next step' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(done).toEqual(['retry']);
});

test('the trouble card tries again, and opens the card to type in with the focus in its field', async () => {
  const { user, done } = await openGuide('trouble');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(done).toEqual(['retry']);
  await user.click(screen.getByRole('button', { name: 'Type instead' }));
  expect(focused()).toBe('Your text in English (US)');
});

describe('the card to type in', () => {
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  const button = (name: string) => screen.getByRole('button', { name });

  test('is in the source language, and can be cleared', async () => {
    const { user } = await openGuide('type-instead', 'macChrome', { text: 'the house' });
    expect([field().lang, field().dir]).toEqual(['en-US', 'auto']);
    await user.click(button('Clear text'));
    expect([field().value, document.activeElement]).toEqual(['', field()]);
  });

  test('never sends blank text, and says when the text is too long', async () => {
    const { user, done } = await openGuide('type-instead');
    for (const [text, warning] of [
      ['   ', ''],
      ['a'.repeat(1_001), 'Shorten the text to 1,000 characters to translate it.'],
    ] as const) {
      fireEvent.change(field(), { target: { value: text } });
      expect(button('Translate').getAttribute('aria-disabled')).toBe('true');
      await user.type(field(), '{Enter}');
      expect(screen.getByRole('alert').textContent).toBe(warning);
      expect(field().value).toBe(text);
    }
    expect(done).toEqual([]);
  });

  test('sends with Enter, and begins a line with Shift+Enter', async () => {
    const { user, done } = await openGuide('type-instead');
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two');
    expect([field().value, done]).toEqual(['one\ntwo', []]);
    await user.type(field(), '{Enter}');
    expect([field().value, done]).toEqual(['one\ntwo', ['submit']]);
  });
});

test('an address is copied, or selected if the browser cannot copy', async () => {
  const { user } = await openGuide('chrome-setup');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied. Paste it into the address bar of a new tab.');
  expect(await navigator.clipboard.readText()).toBe('chrome://settings/content/microphone');
  refuseClipboard();
  await user.click(screen.getByRole('button', { name: 'Copied' }));
  await screen.findByText(/The address is selected for you to copy/);
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Chrome’s microphone/ });
  expect([document.activeElement, address.selectionEnd]).toEqual([address, address.value.length]);
});

describe('the way around Chrome on an iPhone', () => {
  test('offers phrases, a field, and the address of the page for Safari', async () => {
    const { user, done } = await openGuide('chrome-workaround', 'iphoneChrome');
    await user.click(screen.getByRole('button', { name: 'How much does this cost?' }));
    await user.type(screen.getByRole('textbox', { name: /^Your text in/ }), 'the house{Enter}');
    expect(done).toEqual(['pick How much does this cost?', 'submit']);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied. Paste it into Safari’s address bar.');
    expect(await navigator.clipboard.readText()).toBe(location.href);
  });

  test('offers phrases in the From language as soon as they are known', async () => {
    const { user, done } = await openGuide('chrome-workaround', 'iphoneChrome', {
      source: 'ja',
      meanings: await loadPhrasebook('ja'),
    });
    const phrase = screen.getByRole('button', { name: 'これはいくらですか。' });
    expect(phrase.lang).toBe('ja');
    await user.click(phrase);
    expect(done).toEqual(['pick How much does this cost?']);
  });
});

describe('the two steps to the microphone and to sound', () => {
  const button = (name: string) => screen.getByRole('button', { name });
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;
  const alert = () => waitFor(() => screen.getByRole('alert').textContent);
  const refusal = () => Promise.reject(new DOMException('', 'NotAllowedError'));

  test('begin with the microphone, explain how to allow it, and listen after both', async () => {
    const track = { stop: vi.fn() };
    const microphone = giveMicrophone();
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(refusal);
    const { user, done } = await openGuide('permission', 'iphoneSafari', {}, undefined, true);
    expect(current()).toMatch(/^1.*Allow the microphone/);
    expect(screen.queryByText('Turn on sound', { selector: 'button' })).toBeNull();
    microphone.mockImplementation(refusal);
    await user.click(button('Allow microphone'));
    expect(await alert()).toContain('iPhone Settings > Safari > Microphone');

    microphone.mockResolvedValue({ getAudioTracks: () => [track], getTracks: () => [track] });
    await user.click(button('Try again'));
    await waitFor(() => expect(focused()).toBe('Step 2 of 2: Turn on sound'));
    expect(track.stop).toHaveBeenCalledOnce();
    expect(current()).toMatch(/^2/);

    // The browser blocks sound at first.
    await user.click(button('Turn on sound'));
    expect(await alert()).toContain('Your browser blocked the sound.');
    play.mockResolvedValue();
    await user.click(button('Turn on sound'));
    await waitFor(() => expect(focused()).toMatch(/^All done\./));
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(done).toEqual(['retry']);
  });

  test('do not listen if closed earlier', async () => {
    giveMicrophone();
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { user, done } = await openGuide('permission', 'iphoneSafari', {}, undefined, true);
    await user.click(button('Allow microphone'));
    await user.click(await screen.findByText('Turn on sound', { selector: 'button' }));
    await waitFor(() => expect(focused()).toMatch(/^All done\./));
    await user.keyboard('{Escape}');
    await vi.advanceTimersByTimeAsync(500);
    expect(done).toEqual(['close']);
  });
});

describe('on the page', () => {
  test('a guide shares the page’s text, translates it, and listens again', async () => {
    const recogniser = giveRecogniser();
    const { user } = await openTranslator({ clock: true });
    type('the house');
    press('Start recording');
    await recogniser.listening();
    await act(async () => window.recogniser.end());
    await user.click(await screen.findByText('Type instead'));
    const card = within(screen.getByRole('region', { name: 'Type instead' }));
    const field = card.getByRole<HTMLTextAreaElement>('textbox');
    expect([document.activeElement, field.value]).toEqual([field, 'the house']);
    await user.type(field, ' and the dog{Enter}');
    await screen.findByText('the house and the dog (translated)', { selector: '[data-testid]' });
    expect([typedText().value, field.isConnected]).toEqual(['the house and the dog', false]);

    press('Start recording');
    await recogniser.listening();
    await act(async () => window.recogniser.end());
    const starts = recogniser.starts();
    await user.click(await screen.findByText('Try voice again'));
    await recogniser.listening();
    expect(recogniser.starts()).toBe(starts + 1);
    expect(screen.queryByText('Try voice again')).toBeNull();
  });

  test('the text area stays if a guide fails to load', async () => {
    vi.doMock('../../../../web/speech/guides/guide-host.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    onTestFinished(() => vi.doUnmock('../../../../web/speech/guides/guide-host.tsx'));
    const recogniser = giveRecogniser();
    await openTranslator({ clock: true });
    press('Start recording');
    await recogniser.listening();
    await act(async () => window.recogniser.end());
    await screen.findByText('This section didn’t load.');
    await translate('the house');
  });

  test.each([
    ['a recording is kept', [new Blob(['speech'])], ['Try again']],
    ['nothing would be lost', [], ['Reload']],
  ] as const)('a guide that fails to load, where %s, offers %s', async (_, clips, offered) => {
    vi.doMock('../../../../web/speech/guides/guide-host.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    onTestFinished(() => vi.doUnmock('../../../../web/speech/guides/guide-host.tsx'));
    const sent: string[] = [];
    await openPage('/', {
      part: async () => {
        const [{ VoiceHelp }, { createTranslator }] = await Promise.all([
          import('../../../../web/translation/input/voice-help.tsx'),
          import('../../../../web/translation/translator/translator.ts'),
        ]);
        const translator = {
          ...createTranslator('en-US', 'es-ES'),
          clips,
          guide: 'type-instead' as const,
          problem: { kind: 'voice' as const, code: 'transcription' as const, text: 'You are offline.' },
        };
        return (
          <VoiceHelp translator={translator} onRetry={() => {}} send={({ type }) => void sent.push(type)} />
        );
      },
    });
    await screen.findByText('You are offline.');
    await waitFor(() =>
      expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(offered),
    );
    press(offered[0]);
    if (clips.length > 0) expect(sent).toEqual(['recognition-requested']);
  });
});

/** A microphone that opens. */
function giveMicrophone() {
  const track = { stop() {} };
  const getUserMedia = vi.fn<() => Promise<object>>();
  getUserMedia.mockResolvedValue({ getAudioTracks: () => [track], getTracks: () => [track] });
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }));
  return getUserMedia;
}

/** A guide without the page. It records its calls to the page. */
async function openGuide(
  guide: Guide,
  device: keyof typeof userAgents = 'macChrome',
  given: Partial<GuideProps> = {},
  pairs?: string[],
  clock = false,
) {
  setUserAgent(userAgents[device]);
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const page = await openPage('/', {
    clock,
    answers: { 'system.health': healthOf(pairs && { pairs }) },
    part: async () => {
      const [{ GuideHost }, { getBrowser }] = await Promise.all([
        import('../../../../web/speech/guides/guide-host.tsx'),
        import('../../../../web/speech/browser.ts'),
      ]);
      const props: Omit<GuideProps, 'text' | 'onType' | 'onOpen' | 'onClose'> = {
        guide,
        browser: getBrowser(),
        failure: undefined,
        source: 'en-US',
        textLanguage: 'en-US',
        meanings: undefined,
        maxCharacters: 1_000,
        onRetry: note('retry'),
        onSubmit: note('submit'),
        onPick: ({ text }) => void done.push(`pick ${text}`),
        ...given,
      };
      function Opened() {
        const [text, setText] = useState(given.text ?? '');
        const [opened, setOpened] = useState<Guide | undefined>(guide);
        return (
          opened && (
            <GuideHost
              {...props}
              guide={opened}
              text={text}
              onType={setText}
              onOpen={setOpened}
              onClose={() => {
                done.push('close');
                setOpened(undefined);
              }}
            />
          )
        );
      }
      return <Opened />;
    },
  });
  return { ...page, done };
}
