import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, settled } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

const userAgents = {
  'iPhone Chrome':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
  'iPhone Safari':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Android Chrome':
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Mac Chrome':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
};

/** A guide: an overlay, or a card in that of speech input. */
const shown = 'dialog, section section';

/** How somebody comes to see each guide. */
const ways: Record<string, (options?: BrowserContextOptions) => Promise<Page>> = {
  'the trouble card': async (options) => {
    const page = await visit('Mac Chrome', 'ends', options);
    await record(page);
    await page.getByRole('region', { name: 'Listening stopped by itself' }).waitFor();
    return page;
  },
  'the type-instead card': async (options) => {
    const page = await visit('Mac Chrome', 'no-speech', options);
    await record(page);
    await page.getByText('No speech detected.').first().waitFor();
    await record(page);
    await page.getByRole('region', { name: 'Type instead' }).waitFor();
    return page;
  },
  'the 4-step card': async (options) => {
    const page = await visit('iPhone Chrome', 'not-allowed', options);
    await record(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Allow the microphone' }).waitFor();
    return page;
  },
  'the 5-step dialog': async (options) => {
    const page = await visit('Android Chrome', 'not-allowed', options);
    await record(page);
    await page.getByRole('button', { name: 'Show me step by step' }).click();
    await page.getByRole('dialog', { name: 'Set up voice in Chrome' }).waitFor();
    return page;
  },
  'the set-up overlay of a computer': (options) => openSetUp('Mac Chrome', options),
  'the set-up overlay of an iPhone': (options) => openSetUp('iPhone Chrome', options),
  'the set-up overlay of Android': (options) => openSetUp('Android Chrome', options),
  'the workaround overlay': async (options) => {
    const page = await visit('iPhone Chrome', 'not-allowed', options);
    await record(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Allow the microphone' }).waitFor();
    await record(page);
    await page.getByRole('dialog', { name: 'Chrome cannot hear you' }).waitFor();
    return page;
  },
  'the permission overlay': async (options) => {
    const page = await visit('iPhone Safari', 'not-allowed', options);
    await record(page);
    await page.getByText('Microphone access denied.').first().waitFor();
    await record(page);
    await page.getByRole('dialog', { name: 'Set up voice in two steps' }).waitFor();
    return page;
  },
};

/** The heading of each overlay that has the focus while it is there; what is a card takes none. */
const titles: Record<string, string> = {
  'the 5-step dialog': 'Set up voice in Chrome',
  'the set-up overlay of a computer': 'Let Chrome hear you',
  'the set-up overlay of an iPhone': 'Let Chrome hear you',
  'the set-up overlay of Android': 'Let Chrome hear you',
  'the workaround overlay': 'Chrome cannot hear you',
  'the permission overlay': 'Set up voice in two steps',
};

/** What each device is told of where its own settings are, and whether there are steps for it. */
const places: Record<string, { place: string; hasSteps: boolean }> = {
  'the set-up overlay of a computer': {
    place: 'System Settings > Privacy & Security > Microphone',
    hasSteps: false,
  },
  'the set-up overlay of an iPhone': { place: 'iPhone Settings > Chrome > Microphone', hasSteps: true },
  'the set-up overlay of Android': {
    place: 'Settings > Apps > Chrome > Permissions > Microphone',
    hasSteps: true,
  },
};

// Opening a page and its guide is most of what a test costs: what only looks at one looks at the same.
describe.for(Object.keys(ways))('%s', (name) => {
  const title = titles[name];
  let page: Page;

  beforeAll(async () => {
    page = await open(name);
  });

  test(title ? 'has the focus on its heading' : 'takes no focus when it appears', async () => {
    await expect.poll(() => focused(page)).toBe(title ?? 'Start recording');
  });

  const told = places[name];
  if (told) {
    test('names what there is on the device, and shows steps on phones alone', async () => {
      const overlay = page.getByRole('dialog');
      await overlay.getByRole('listitem').getByText(told.place).waitFor();
      expect(await overlay.getByText('Microphone access denied.').isVisible()).toBe(true);
      const steps = overlay.getByRole('button', { name: 'Show me step by step' });
      expect(await steps.count()).toBe(+told.hasSteps);
    });
  }

  test('axe finds nothing, nothing is cut off, and every button is large enough for a finger', async () => {
    await settled(page);
    expect(await violations(page)).toEqual([]);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
      [320, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      expect(await violations(page, shown)).toEqual([]);
    }
    for (const [width, textSize] of [
      [1280, '100%'],
      [320, '100%'],
      [390, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, textSize);
      await settled(page);
      expect(await page.evaluate(cutOff, shown)).toEqual([]);
      expect(await page.evaluate(tooSmall, shown)).toEqual([]);
    }
  });

  test(`${title ? 'is closed by Escape, and' : 'when it goes,'} gives the focus back`, async () => {
    if (title) await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.locator(shown).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Start recording');
  });
});

test('an overlay on a low screen can be read and pressed to its end', async () => {
  const page = await open('the set-up overlay of an iPhone', { viewport: { width: 320, height: 256 } });
  const dialog = page.getByRole('dialog');
  for (const part of [
    dialog.getByText('When Chrome asks for the microphone, tap Allow.'),
    dialog.getByRole('button', { name: 'Type instead' }),
  ]) {
    await part.scrollIntoViewIfNeeded();
    const found = await part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [y + 2, y + height - 2].map((at) =>
        element.contains(document.elementFromPoint(x + width / 2, at)),
      );
    });
    expect(found).toEqual([true, true]);
  }
});

describe.for([
  ['the 4-step card', 4],
  ['the 5-step dialog', 5],
] as const)('%s', ([name, count]) => {
  let page: Page;

  beforeAll(async () => {
    page = await open(name);
  });

  test('goes forward and back, its focus on the heading of each step', async () => {
    const counter = (step: number) => page.getByText(`Step ${step} of ${count}`);
    const previous = page.getByRole('button', { name: 'Previous' });
    await counter(1).waitFor();
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    for (let step = 2; step <= count; step++) {
      await page.getByRole('button', { name: 'Next' }).click();
      await counter(step).waitFor();
      await expect.poll(() => focused(page)).toMatch(new RegExp(`^Step ${step} of ${count}: \\w`));
    }
    await previous.click();
    await counter(count - 1).waitFor();
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^Step ${count - 1} of ${count}: `));
  });

  test('tries the microphone again at its last step', async () => {
    const next = page.getByRole('button', { name: 'Next' });
    while ((await next.count()) > 0) await next.click();
    await page.getByText(`Step ${count} of ${count}`).waitFor();
    const before = await starts(page);
    await succeed(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    expect(await starts(page)).toBe(before + 1);
    await page.getByText(/^Step \d/).waitFor({ state: 'detached' });
  });
});

test('the trouble card opens the type-instead card, ready to type, and tries again', async () => {
  const page = await open('the trouble card');
  await page.getByRole('button', { name: 'Type instead' }).click();
  await page.getByRole('region', { name: 'Type instead' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Your text in English/);
  await record(page);
  const card = page.getByRole('region', { name: 'Listening stopped by itself' });
  await card.waitFor();
  await succeed(page);
  await card.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
});

describe('the type-instead card', () => {
  let page: Page;
  const field = () => page.getByLabel('Your text in English (United States)');
  const own = () => page.getByRole('textbox', { name: 'Type your text' });
  const again = async () => {
    await record(page);
    await field().waitFor();
  };

  beforeAll(async () => {
    page = await open('the type-instead card');
  });

  test('is in the language that is spoken', async () => {
    expect(await field().getAttribute('lang')).toBe('en-US');
    expect(await field().getAttribute('dir')).toBe('auto');
  });

  test('clears what stands in it, and goes on being typed in', async () => {
    await field().fill('the house');
    await page.getByRole('button', { name: 'Clear text' }).click();
    expect(await field().inputValue()).toBe('');
    await expect.poll(() => focused(page)).toMatch(/^Your text in English/);
  });

  test('never sends a blank, and says when the text is too long', async () => {
    const translate = page.getByRole('button', { name: 'Translate', exact: true });
    for (const [text, isLong] of [
      ['   ', false],
      ['a'.repeat(1_001), true],
    ] as const) {
      await field().fill(text);
      expect(await translate.getAttribute('aria-disabled')).toBe('true');
      await field().press('Enter');
      const alert = page.getByRole('alert').filter({ hasText: 'Shorten the text to 1,000 characters' });
      await expect.poll(() => alert.count()).toBe(+isLong);
      expect(await field().inputValue()).toBe(text);
    }
  });

  test('translates with Enter, and begins a line with Shift+Enter', async () => {
    await field().fill('');
    await field().pressSequentially('the house');
    await field().press('Shift+Enter');
    await field().pressSequentially('the house');
    expect(await field().inputValue()).toBe('the house\nthe house');
    await field().press('Enter');
    await page
      .getByTestId('translation')
      .getByText(/casa\s+.*casa/)
      .waitFor();
    expect(await field().count()).toBe(0);
    expect(await own().inputValue()).toBe('the house\nthe house');
  });

  test('leaves Enter to an input method that is composing', async () => {
    await again();
    await field().fill('the street');
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      await field().evaluate((area, init) => {
        area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }));
      }, init);
    }
    expect(await field().inputValue()).toBe('the street');
    await field().press('Enter');
    await page.getByTestId('translation').getByText('calle').waitFor();
  });

  test('has the text of the page’s own area, which is not there beside it', async () => {
    await again();
    expect(await own().count()).toBe(0);
    await field().fill('the house');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await own().inputValue()).toBe('the house');
    await again();
    expect(await own().count()).toBe(0);
    expect(await field().inputValue()).toBe('the house');
  });

  test('takes whoever is in the page’s own area along, and brings nobody nowhere', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Start recording' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      document.querySelector('textarea')?.focus();
    });
    await field().waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Your text in English/);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await field().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Speech input');
  });

  test('tries voice again', async () => {
    await again();
    await succeed(page);
    await page.getByRole('button', { name: 'Try voice again' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    expect(await own().inputValue()).toBe('the house');
  });

  test('leaves the page’s own area where it is while it cannot be loaded', async () => {
    page = await visit('Mac Chrome', 'no-speech');
    await page.route('**/guide-host-*.js', (route) => route.abort());
    await record(page);
    await page.getByText('No speech detected.').first().waitFor();
    await record(page);
    await page.getByText('This part could not be loaded.').waitFor();
    await own().fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('casa').waitFor();
  });
});

describe('the set-up overlay', () => {
  let page: Page;

  beforeAll(async () => {
    page = await open('the set-up overlay of a computer');
  });

  test('gives the address of Chrome’s list, which no page may link to', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied. Paste it into the address bar of a new tab.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('chrome://settings/content/microphone');
  });

  test('tries again, and opens the type-instead card', async () => {
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByRole('region', { name: 'Type instead' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Your text in English/);
    await record(page);
    const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await succeed(page);
    await again.click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  });
});

describe('the workaround overlay', () => {
  let page: Page;
  const overlay = () => page.getByRole('dialog', { name: 'Chrome cannot hear you' });

  beforeAll(async () => {
    page = await open('the workaround overlay');
  });

  test('selects the address where the browser copies nothing', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await overlay().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('The address is selected: copy it yourself.').waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${url}/`);
    await expect.poll(() => focused(page)).toBe('Address of this page');
  });

  test('copies the address of the page, to open in Safari', async () => {
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await overlay().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied. Open Safari, and paste it into the address bar.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/`);
  });

  test('translates what is typed', async () => {
    const field = overlay().getByLabel(/^Your text in/);
    await field.fill('the house');
    await field.press('Enter');
    await page.getByTestId('translation').getByText('casa').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('translates a phrase that is picked', async () => {
    await record(page);
    await overlay().getByRole('button', { name: 'How much does this cost?' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByTestId('translation')
      .getByText(/cu[aá]nto/i)
      .waitFor();
    expect(await page.getByLabel('Type your text').inputValue()).toBe('How much does this cost?');
  });

  test('offers no phrases where none can be translated', async () => {
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('row', { name: /Thai/ }).click();
    await record(page);
    await page.getByRole('dialog').getByText('Two ways to go on:').waitFor();
    expect(await page.getByRole('dialog').getByText('Tap a phrase').count()).toBe(0);
  });
});

describe('the permission overlay', () => {
  test('has the microphone first, says where a refused one is allowed, and then activates speech', async () => {
    const page = await open('the permission overlay');
    const activate = page.getByRole('button', { name: 'Activate speech' });
    expect(await page.locator('[aria-current="step"]').textContent()).toMatch(/^1.*Allow the microphone/);
    expect(await activate.count()).toBe(0);
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Allow microphone' }).click();
    await page.getByRole('alert').getByText('iPhone Settings > Safari > Microphone').waitFor();
    expect(await activate.count()).toBe(0);

    const tracks = await page.evaluateHandle(() => {
      const kept: MediaStreamTrack[] = [];
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const { getUserMedia } = MediaDevices.prototype;
        const stream = await getUserMedia.call(navigator.mediaDevices, constraints);
        kept.push(...stream.getTracks());
        return stream;
      };
      return kept;
    });
    await page.getByRole('button', { name: 'Ask again' }).click();
    await activate.waitFor();
    expect(await tracks.evaluate((kept) => kept.map(({ readyState }) => readyState))).toEqual(['ended']);
    await expect.poll(() => focused(page)).toBe('Step 2 of 2: Activate speech');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await settled(page);
      expect(await page.evaluate(cutOff, shown)).toEqual([]);
    }
    expect(await page.locator('[aria-current="step"]').textContent()).toMatch(/^2/);

    await page.evaluate(() => {
      (window as { parleyAudioUnlocked?: boolean }).parleyAudioUnlocked = false;
    });
    await succeed(page);
    await saysDone(page, () => activate.click());
    expect(await page.evaluate(() => (window as { parleyAudioUnlocked?: boolean }).parleyAudioUnlocked)).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  });

  test('is not done where the browser allows no sound, and activates again', async () => {
    const page = await open('the permission overlay');
    await page.evaluate(() => {
      // The tap on the record button has unlocked it.
      (window as { parleyAudioUnlocked?: boolean }).parleyAudioUnlocked = false;
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Allow microphone' }).click();
    await page.getByRole('button', { name: 'Activate speech' }).click();
    await page.getByRole('alert').getByText('Your browser allowed no sound.').waitFor();
    await page.evaluate(() => {
      HTMLMediaElement.prototype.play = () => Promise.resolve();
    });
    await saysDone(page, () => page.getByRole('button', { name: 'Activate speech' }).click());
  });

  test('says that there is no microphone where there is none', async () => {
    const page = await open('the permission overlay');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(new MediaStream());
    });
    await page.getByRole('button', { name: 'Allow microphone' }).click();
    await page.getByRole('alert').getByText('No microphone found.').waitFor();
    expect(await page.getByRole('button', { name: 'Activate speech' }).count()).toBe(0);
  });

  test('tries the microphone again 0.5 s after all is done, unless it is closed before', async () => {
    for (const isClosed of [false, true]) {
      const page = await open('the permission overlay');
      await page.getByRole('button', { name: 'Allow microphone' }).click();
      await page.getByRole('button', { name: 'Activate speech' }).waitFor();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole('button', { name: 'Activate speech' }).click();
      // The time until it tries again runs when the line has the focus.
      await expect.poll(() => focused(page)).toMatch(/^All done\./);
      await page.clock.runFor(499);
      expect(await page.getByRole('dialog').count()).toBe(1);
      if (isClosed) await page.keyboard.press('Escape');
      await page.clock.runFor(1);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Cancel recording' }).count()).toBe(+!isClosed);
      await page.context().close();
    }
  });
});

/** Opens a guide on a page of its own. */
function open(name: string, options?: BrowserContextOptions): Promise<Page> {
  const way = ways[name];
  if (!way) throw new Error(`nobody knows the way to ${name}`);
  return way(options);
}

async function openSetUp(device: keyof typeof userAgents, options?: BrowserContextOptions): Promise<Page> {
  const page = await visit(device, 'not-allowed', options);
  await record(page);
  await page.getByRole('dialog', { name: 'Let Chrome hear you' }).waitFor();
  return page;
}

/**
 * The page in a browser whose recogniser does as it is told.
 *
 * @param trouble its error's code; `ends`: it begins, and ends by itself
 */
async function visit(
  device: keyof typeof userAgents,
  trouble: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const isMobile = device !== 'Mac Chrome';
  const context = await next({
    userAgent: userAgents[device],
    viewport: isMobile ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    isMobile,
    hasTouch: isMobile,
    ...options,
  });
  const page = await context.newPage();
  await page.addInitScript(fakeRecogniser, trouble);
  page.setDefaultTimeout(10_000);
  await page.goto(url);
  return page;
}

interface Scripted {
  trouble: string | undefined;
  starts: number;
}

/** A recogniser that fails with `trouble`; without one it listens and hears nothing. */
function fakeRecogniser(trouble: string): void {
  const scripted = window as unknown as Scripted;
  Object.assign(scripted, { trouble, starts: 0 });
  class Recogniser {
    declare onstart: () => void;
    declare onend: () => void;
    declare onerror: (event: { error: string }) => void;
    start(): void {
      scripted.starts += 1;
      queueMicrotask(() => {
        const { trouble } = scripted;
        if (trouble === undefined || trouble === 'ends') this.onstart();
        if (trouble === undefined) return;
        if (trouble !== 'ends') this.onerror({ error: trouble });
        this.onend();
      });
    }
    stop(): void {
      queueMicrotask(() => this.onend());
    }
    abort(): void {
      queueMicrotask(() => this.onend());
    }
  }
  Object.assign(window, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
}

/** From now on the recogniser listens. */
/** What is said for half a second only. */
async function saysDone(page: Page, act: () => Promise<void>): Promise<void> {
  const isSaid = page.waitForFunction(() => document.body.innerText.includes('All done.'));
  await act();
  await isSaid;
}

function succeed(page: Page): Promise<void> {
  return page.evaluate(() => {
    (window as unknown as Scripted).trouble = undefined;
  });
}

function starts(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as Scripted).starts);
}

async function record(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Start recording' });
  await button.focus();
  await page.keyboard.press('Enter');
}

/** The name of what has the focus. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLTextAreaElement ? element.labels[0] : element;
    return (element?.getAttribute('aria-label') ?? label?.textContent ?? '').trim();
  });
}

/** What sticks out of the guide at the side. */
function cutOff(shown: string): string[] {
  const guide = document.querySelector(shown);
  if (!guide) return ['there is no guide'];
  const { left, right } = guide.getBoundingClientRect();
  return [...guide.querySelectorAll('*')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.left < left || box.right > Math.min(right, innerWidth)))
    .map(({ element }) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
}

function tooSmall(shown: string): string[] {
  const buttons = [...document.querySelectorAll(`:is(${shown}) button`)];
  if (buttons.length === 0) return ['there is no button'];
  return buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => Math.min(box.width, box.height) < 44)
    .map(({ button, box }) => `${button.textContent} ${box.width} by ${box.height}`);
}
