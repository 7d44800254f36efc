import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser, newGuest, openPage, toast } from './browser.ts';
import { silent, spoken } from './speech.ts';

const url = inject('parley');

describe('with a microphone that hears "where is the train station"', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: spoken('where is the train station') });
  });
  afterAll(() => browser.close());

  test('the page ends with the Spanish translation and sounds it', async () => {
    const context = await newGuest(browser);
    await context.addInitScript(watch);
    const { page, problems } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).click();
    // The sentence lasts 2.5 seconds with its silences.
    await page.locator('[data-elapsed="3"]').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();

    await page.getByTestId('transcript').getByText('where is the train station').waitFor();
    expect(await page.getByTestId('translation').textContent()).toMatch(/dónde .*estación de tren/i);
    expect(await page.getByTestId('translation').getAttribute('lang')).toBe('es');
    const translation = page.getByRole('region', { name: 'Translation' });
    await translation.locator('[data-state="speaking"]').waitFor();
    const seconds = await page.evaluate(() => (window as unknown as Watched).heardSeconds);
    expect(seconds).toBeGreaterThan(0.5);
    await translation.getByRole('button', { name: 'Speak' }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('where is the train station');
    await page.getByText('2 of 3 free translations left.').waitFor();
    const { told, tracks, contexts, addresses } = await page.evaluate(report);
    expect(told).toEqual([
      'Listening',
      'Recognising…',
      'where is the train station',
      await page.getByTestId('translation').textContent(),
      '2 of 3 free translations left.',
    ]);
    expect(tracks).toEqual(['ended']);
    expect(contexts).toEqual(['closed']);
    expect(addresses).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a recording that is given up, and one whose page is left, close the microphone', async () => {
    const context = await newGuest(browser);
    await context.addInitScript(watch);
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.evaluate(() => {
      history.pushState({}, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.waitForFunction(() =>
      (window as unknown as Watched).contexts.every(({ state }) => state === 'closed'),
    );
    const { tracks, contexts } = await page.evaluate(report);
    expect(tracks).toEqual(['ended', 'ended']);
    expect(contexts).toEqual(['closed', 'closed']);
    await context.close();
  });

  test('two taps at once open no microphone that stays open', async () => {
    const context = await newGuest(browser);
    await context.addInitScript(watch);
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('[aria-label="Start recording"]');
      button?.click();
      button?.click();
    });
    await page.getByText('Tap to speak').waitFor();
    await page.waitForFunction(() =>
      (window as unknown as Watched).tracks.every(({ readyState }) => readyState === 'ended'),
    );
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    const { tracks } = await page.evaluate(report);
    expect(tracks.filter((state) => state === 'live')).toHaveLength(1);
    await context.close();
  });

  test('a tap while the microphone is being opened gives up, and nothing is sent', async () => {
    const context = await newGuest(browser);
    const { page } = await openPage(context, url);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(sent).not.toContain('/api/transcribe-amazon');
    await context.close();
  });
});

describe('with a microphone that hears nothing', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: silent() });
  });
  afterAll(() => browser.close());

  test('silence is told as such, first as itself, from the second time on with the way out', async () => {
    const context = await newGuest(browser);
    const { page } = await openPage(context, url);
    for (const text of [
      'No speech detected. Please speak into your microphone.',
      'You can type instead or try voice again.',
    ]) {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await page.locator('[data-elapsed="1"]').waitFor();
      await page.getByRole('button', { name: 'Stop recording' }).click();
      await toast(page, 'Voice Input Issue').getByText(text).waitFor();
    }
    await context.close();
  });
});

describe('without a microphone to use', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.for([
    ['NotAllowedError', 'Microphone permission denied. Please allow microphone access and try again.'],
    ['NotFoundError', 'No microphone found. Please check your audio devices.'],
  ] as const)('%s says what to do, and typing still works', async ([name, sentence]) => {
    const context = await newGuest(browser);
    await context.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
    }, name);
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await toast(page, 'Voice Input Issue').getByText(sentence).waitFor();
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('casa').waitFor();
    await context.close();
  });

  test('a language that nobody recognises here says so before recording', async () => {
    const context = await newGuest(browser);
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByText('Speech in Spanish cannot be recognised here. Type the text instead.').waitFor();
    const asked = await page.evaluate(() => {
      let count = 0;
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error(String(++count)));
      document.querySelector<HTMLButtonElement>('[aria-label="Start recording"]')?.click();
      return count;
    });
    expect(asked).toBe(0);
    await context.close();
  });
});

/** Keeps what the page plays, opens and tells screen readers. Observes, and changes nothing. */
function watch(): void {
  const watched = window as unknown as Watched;
  Object.assign(watched, { heardSeconds: 0, told: [], tracks: [], contexts: [], addresses: new Set() });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function observed(this: HTMLMediaElement) {
    this.addEventListener('playing', () => {
      watched.heardSeconds = Math.max(watched.heardSeconds, this.duration);
    });
    return play.call(this);
  };
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    watched.tracks.push(...stream.getTracks());
    return stream;
  };
  const { createMediaStreamSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaStreamSource = function observed(stream) {
    watched.contexts.push(this);
    return createMediaStreamSource.call(this, stream);
  };
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const address = createObjectURL(blob);
    watched.addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    watched.addresses.delete(address);
    revokeObjectURL(address);
  };
  new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[role="status"], [role="alert"], [aria-live]') ?? [];
      }),
    );
    for (const region of regions) if (region.textContent) watched.told.push(region.textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

function report() {
  const { told, tracks, contexts, addresses } = window as unknown as Watched;
  return {
    told: told.filter((text) => text !== 'Allow the microphone…'),
    tracks: tracks.map(({ readyState }) => readyState),
    contexts: contexts.map(({ state }) => state),
    addresses: [...addresses],
  };
}

interface Watched {
  heardSeconds: number;
  /** What the live regions said, in order. */
  told: string[];
  tracks: MediaStreamTrack[];
  /** Those that listened to a microphone. */
  contexts: AudioContext[];
  /** Blob addresses that were made and not revoked. */
  addresses: Set<string>;
}
