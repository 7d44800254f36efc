import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import type { Field, LocalSettings } from '../../../web/settings/settings.ts';
import { check } from '../../support/properties.ts';

beforeEach(() => void vi.useFakeTimers());

describe('a save that failed', () => {
  test('is reported and not retried automatically', async () => {
    const page = await openFailed();
    await page.wait(60_000);
    expect(page.asked).toEqual([]);
    expect(page).toMatchObject({ hasFailed: true });
    expect(page.local().unsaved).toEqual(['speechRate']);
  });

  test('is tried again with the next change', async () => {
    const page = await openFailed();
    await page.change({ autoPlay: false });
    await page.wait(1_000);
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12, autoPlay: false } }]);
    await page.answer();
    expect([page.hasFailed, page.local().unsaved]).toEqual([false, []]);
  });

  test('is retried when the page becomes visible, after reading, even if that fails', async () => {
    const page = await openFailed();
    await page.look();
    expect(page.asked).toMatchObject([{ sent: undefined }]);
    await page.fail();
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12 } }]);
    await page.fail();
    await page.look();
    await page.answer(defaultSettings);
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12 } }]);
  });

  test('is dropped when another tab saved it, or the server has it', async () => {
    const page = await openFailed();
    await page.changeElsewhere({});
    expect(page.hasFailed).toBe(true);
    await page.changeElsewhere({ unsaved: [] });
    expect(page.hasFailed).toBe(false);
    const other = await openFailed();
    await other.look();
    await other.answer(other.local().settings);
    expect([other.hasFailed, other.local().unsaved]).toEqual([false, []]);
  });
});

describe('leaving', () => {
  test('sends nothing twice', async () => {
    const page = await openSaving();
    await page.leave();
    expect(page.asked).toHaveLength(1);
  });

  test('saves in a request that outlives the page', async () => {
    const page = await openRead();
    await page.change({ speechRate: 12 });
    await page.leave();
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12 }, keepalive: true }]);
  });

  test('sends nothing where nothing is unsaved', async () => {
    const page = await openRead();
    await page.leave();
    expect(page.asked).toEqual([]);
  });

  test('does not wait for an older save, and saves again after both, which may arrive in any order', async () => {
    const page = await openSaving();
    await page.change({ speechRate: 13 });
    await page.leave();
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12 } }, { sent: { speechRate: 13 } }]);
    await page.answer();
    expect(page.asked).toHaveLength(1);
    expect(page.local().unsaved).toEqual(['speechRate']);
    await page.answer();
    expect(page.asked).toMatchObject([{ sent: { speechRate: 13 } }]);
    await page.answer();
    expect(page.local().unsaved).toEqual([]);
  });
});

describe('making the page visible', () => {
  test('twice in a row reads once', async () => {
    const page = await openPage();
    await page.look();
    await page.answer(defaultSettings);
    expect(page.asked).toEqual([]);
  });

  test('does not shorten the pause after a change', async () => {
    const page = await openRead();
    await page.change({ speechRate: 12 });
    await page.look();
    await page.answer({ ...defaultSettings, autoPlay: false });
    expect(page.asked).toEqual([]);
    await page.wait(1_000);
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12, autoPlay: false } }]);
  });
});

describe('another tab', () => {
  const unsaved = keep({ speechRate: 12 }, ['speechRate'], 'guest');

  test('shows changes of the first, which saves them', async () => {
    const page = await openRead();
    await page.changeElsewhere(unsaved);
    await page.wait(60_000);
    expect([page.local().settings.speechRate, page.asked]).toEqual([12, []]);
  });

  test('does not revert unsaved changes of the first by reading', async () => {
    const page = await openRead();
    await page.changeElsewhere(unsaved);
    await page.look();
    await page.answer(defaultSettings);
    expect(page.local().settings.speechRate).toBe(12);
  });

  test('reads again when the first has saved a change meanwhile, because the answer may be older', async () => {
    const page = await openPage();
    await page.changeElsewhere({ ...unsaved, unsaved: [] });
    await page.answer({ ...defaultSettings, micSensitivity: 9 });
    expect(page.local().settings).toEqual(unsaved.settings);
    await page.answer(unsaved.settings);
    expect([page.local().settings, page.asked]).toEqual([unsaved.settings, []]);
  });
});

describe('the owner of the settings', () => {
  test('after signing in, the user’s settings win over the guest’s copy, except for unsaved changes', async () => {
    const copy = keep({ speechRate: 12, autoPlay: false }, ['speechRate'], 'guest');
    const page = await openPage(copy, 'user');
    await page.answer({ ...defaultSettings, speechRate: 20, micSensitivity: 9 });
    expect(page.local()).toEqual(keep({ speechRate: 12, micSensitivity: 9 }, ['speechRate'], 'user'));
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12, micSensitivity: 9 } }]);
  });

  test('a user’s unsaved changes are dropped on signing out', async () => {
    const page = await openPage(keep({ speechRate: 12 }, ['speechRate'], 'user'));
    await page.answer(defaultSettings);
    expect(page.local()).toEqual(keep({}, [], 'guest'));
    expect(page.asked).toEqual([]);
  });

  test('an answer for the previous owner is ignored', async () => {
    const page = await openPage();
    signIn('user');
    await page.look();
    await page.answer({ ...defaultSettings, speechRate: 20 });
    expect(page.local().settings).toEqual(defaultSettings);
    expect(page.asked).toMatchObject([{ sent: undefined }]);
  });

  test('a guest without settings on the server keeps this browser’s copy and saves it again', async () => {
    const page = await openPage(keep({ speechRate: 12 }, [], 'guest'));
    await page.answer(defaultSettings);
    expect(page.local().settings.speechRate).toBe(12);
    expect(page.asked).toMatchObject([{ sent: { speechRate: 12 } }]);
  });
});

describe('the languages of the visitor’s browser', () => {
  const japanese = { defaultSourceLang: 'ja', defaultTargetLang: 'en-US' };

  test.each([
    ['a guest', undefined, 'guest'],
    ['an account', undefined, 'user'],
    ['the account that a guest created', 'guest', 'user'],
  ] as const)('stay for %s without settings on the server', async (_, before, owner) => {
    const page = await openPage(keep(japanese, [], before), owner);
    await page.answer(defaultSettings);
    expect(page.local().settings).toEqual({ ...defaultSettings, ...japanese });
    expect(page.asked).toMatchObject([{ sent: japanese }]);
  });

  test.each([
    ['an account’s settings', { speechRate: 20 }, undefined],
    ['the defaults that the user set on another device', {}, 'user'],
  ] as const)('give way to %s', async (_, changes, before) => {
    const page = await openPage(keep(japanese, [], before), 'user');
    await page.answer({ ...defaultSettings, ...changes });
    expect(page.local()).toEqual(keep(changes, [], 'user'));
    expect(page.asked).toEqual([]);
  });
});

describe('the language of Parley', () => {
  test('is the account’s after signing in', async () => {
    const page = await openPage(keep({ interfaceLanguage: 'de' }, [], 'guest'), 'user');
    await page.answer({ ...defaultSettings, interfaceLanguage: 'ja' });
    expect(page.local().settings.interfaceLanguage).toBe('ja');
    await expect.poll(() => page.shownLanguages).toEqual(['ja']);
  });

  test('stays if it was chosen in this tab before signing in, and becomes the account’s', async () => {
    sessionStorage.setItem('parley.chosen-language', '"en"');
    const page = await openPage(keep({ interfaceLanguage: 'en' }, [], 'guest'), 'user');
    await page.answer({ ...defaultSettings, interfaceLanguage: 'ja' });
    expect(page.asked).toMatchObject([{ sent: { interfaceLanguage: 'en' } }]);
    await page.answer();
    await page.look();
    await page.answer({ ...defaultSettings, interfaceLanguage: 'ja' });
    await expect.poll(() => page.shownLanguages).toEqual(['ja']);
  });

  test('becomes the account’s if the account has none', async () => {
    const page = await openPage(keep({ interfaceLanguage: 'de' }, [], 'guest'), 'user');
    await page.answer({ ...defaultSettings, speechRate: 20 });
    expect(page.asked).toMatchObject([{ sent: { speechRate: 20, interfaceLanguage: 'de' } }]);
  });

  test('is never changed by the server for a guest', async () => {
    const page = await openPage();
    await page.answer({ ...defaultSettings, interfaceLanguage: 'ja' });
    expect(page.shownLanguages).toEqual([]);
  });
});

/** A server that handles the pending requests in any order, and a page with random events. */
test('in any order of events, the server has the shown settings in the end', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('change' as const), rate: fc.integer({ min: 5, max: 20 }) }),
    fc.record({ do: fc.constantFrom('look' as const, 'leave' as const, 'pause' as const) }),
    fc.record({ do: fc.constantFrom('answer' as const, 'fail' as const), latest: fc.boolean() }),
  );
  await check(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let server: Settings = defaultSettings;
      const page = await openPage();
      let wanted = defaultSettings.speechRate;
      const answer = (index: number) => {
        server = page.asked.at(index)?.sent ?? server;
        return page.answer(server, index);
      };
      for (const taken of steps) {
        if (taken.do === 'change') {
          wanted = taken.rate;
          await page.change({ speechRate: wanted });
        } else if (taken.do === 'pause') await page.wait(1_000);
        else if (taken.do === 'answer') await answer(taken.latest ? -1 : 0);
        else if (taken.do === 'fail') await page.fail(taken.latest ? -1 : 0);
        else await page[taken.do]();
        expect(page.local().settings.speechRate).toBe(wanted);
      }
      await page.look();
      for (let turn = 0; turn < 10; turn += 1) {
        await answer(0);
        await page.wait(1_000);
      }
      expect(server.speechRate).toBe(wanted);
      expect([page.asked, page.hasFailed, page.local().unsaved]).toEqual([[], false, []]);
    }),
  );
});

function keep(changes: Partial<Settings>, unsaved: Field[], owner: LocalSettings['owner']): LocalSettings {
  return { settings: { ...defaultSettings, ...changes }, unsaved, owner };
}

function signIn(owner: LocalSettings['owner']): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `parley_signed_in=${owner === 'user' ? 1 : 0}`;
}

interface Asked {
  /** Undefined for a read. */
  readonly sent: Settings | undefined;
  readonly keepalive: boolean | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** The page's first read is pending. */
async function openPage(local = keep({}, [], undefined), owner: LocalSettings['owner'] = 'guest') {
  cleanup();
  vi.resetModules();
  signIn(owner);
  store(local);
  const asked: Asked[] = [];
  const call = (id: string, sent: Settings, { keepalive }: { keepalive?: boolean } = {}) =>
    new Promise((resolve, reject) => {
      asked.push({ sent: id === 'settings.save' ? sent : undefined, keepalive, resolve, reject });
    });
  vi.doMock('../../../web/api.ts', () => ({ call }));
  const shownLanguages: string[] = [];
  vi.doMock('../../../web/settings/account-language.ts', () => ({
    showLanguage: (code: string) => void shownLanguages.push(code),
  }));
  const { settings } = await import('../../../web/settings/settings.ts');
  const { SettingsSync, useHasSaveFailed } = await import('../../../web/settings/settings-sync.ts');
  const Failure = () => useHasSaveFailed() && <p>failed</p>;
  const { container } = render([<SettingsSync key="sync" />, <Failure key="failure" />]);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const run = (task: () => unknown) => {
    act(() => void task());
    return wait(0);
  };
  return {
    asked,
    shownLanguages,
    wait,
    get hasFailed() {
      return container.textContent === 'failed';
    },
    local: settings.getLocal,
    change: (changes: Partial<Settings>) => run(() => settings.change(changes)),
    changeElsewhere: (changes: Partial<LocalSettings>) =>
      run(() => {
        store({ ...settings.getLocal(), ...changes });
        dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
      }),
    look: () => run(() => dispatchEvent(new Event('focus'))),
    leave: () => run(() => dispatchEvent(new Event('pagehide'))),
    answer: (answer?: Settings, index = 0) => run(() => asked.splice(index, 1)[0]?.resolve(answer)),
    fail: (index = 0) => run(() => asked.splice(index, 1)[0]?.reject(new Error('offline'))),
  };
}

const key = 'parley.settings';

function store({ settings, ...metadata }: LocalSettings): void {
  localStorage.setItem(key, JSON.stringify({ ...settings, ...metadata }));
}

async function openRead() {
  const page = await openPage();
  await page.answer(defaultSettings);
  return page;
}

async function openSaving() {
  const page = await openRead();
  await page.change({ speechRate: 12 });
  await page.wait(1_000);
  return page;
}

async function openFailed() {
  const page = await openSaving();
  await page.fail();
  return page;
}
