import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Conflict } from '../../../../functions/errors.ts';
import { type Refusal, say } from '../../../../functions/texts.ts';
import type { ErrorBody } from '../../../../shared/api/error-codes.ts';
import { type Cost, costSentences, faults, type Reason, refusals } from '../../../../shared/text/refusals.ts';
import { wordRefusal } from '../../../../web/texts/refusals.ts';

const values = {
  language: 'th',
  source: 'ja',
  target: 'de',
  max: 5_000,
  userMax: 10_000,
  seconds: 60,
  times: 3,
  minutes: 7,
};

describe('the page words an error of the server in its own texts', () => {
  test.for(Object.keys(refusals) as (keyof typeof refusals)[])(
    '%s is as rich as the server’s English text, with each cost',
    (reason) => {
      for (const cost of Object.keys(costSentences) as Cost[]) {
        const refusal = describeRefusal(reason, values);
        const server = new Conflict(refusal, cost).message.replace(' min.', ' minutes.');
        const said = wordRefusal({ ...answer(refusal, cost), retryAt: local(29, 2) });
        if (!ends.test(server)) expect(said).toBe(server);
        else expect(said?.split(costSentences[cost] || '\n')).toHaveLength(costSentences[cost] ? 2 : 1);
      }
    },
  );

  test.for(Object.keys(refusals).filter((reason) => !kept.includes(reason)) as Reason[])(
    '%s says what to do, in a sentence of its own',
    (reason) => {
      const sentences = wordRefusal(answer(describeRefusal(reason, values), 'free'))?.split('. ') ?? [];
      expect(sentences.filter((sentence) => advice.test(sentence))).not.toEqual([]);
    },
  );

  test.for(Object.keys(refusals) as (keyof typeof refusals)[])(
    '%s never names a time that is not the visitor’s',
    (reason) => {
      const refusal = describeRefusal(reason, values);
      const said = wordRefusal({ ...answer(refusal, 'free'), retryAt: local(29, 2) })?.replace(/\s/g, ' ');
      expect(said).not.toMatch(/UTC|midnight|come back/);
      if (ends.test(refusal.english)) expect(said).toMatch(/ You can try again tomorrow at 2:00 AM\.$/);
    },
  );

  test.for([
    [28, 23, 'at 11:00 PM'],
    [29, 2, 'tomorrow at 2:00 AM'],
    [30, 0, 'on November 30 at 12:00 AM'],
  ] as const)('a limit that ends on the %ith at %i says so', ([date, hour, when]) => {
    const said = wordRefusal({ ...answer(say('dayVoice'), 'free'), retryAt: local(date, hour) });
    expect(said?.replace(/\s/g, ' ')).toBe(
      `You’ve reached today’s limit for voice input. Type instead. You can try again ${when}.`,
    );
  });

  test('one is one', () => {
    const one = { times: 1, minutes: 1 };
    expect(wordRefusal(answer(describeRefusal('repeatedText', one), 'free'))).toBe(
      'You’ve translated this text 1 time within a few minutes. Please try again in 1 minute.',
    );
  });

  test.for(Object.keys(faults) as Reason[])('%s, which the page never causes, says to reload', (reason) => {
    expect(wordRefusal(answer(describeRefusal(reason, {}), 'free'))).toBe(
      'Parley couldn’t read this request. Reload the page and try again.',
    );
  });

  test('a reason that is newer than the page has no words yet', () => {
    const refusal = { ...describeRefusal('guestLimit', {}), reason: 'madeUpLater' as Reason };
    expect(wordRefusal(answer(refusal, 'free'))).toBeUndefined();
  });
});

describe('in another language', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.doMock('../../../../web/language/shown-language.ts', () => ({ shownLanguage: 'de' }));
    return () => vi.doUnmock('../../../../web/language/shown-language.ts');
  });

  test('names of languages are the language’s own', async () => {
    const { wordRefusal } = await import('../../../../web/texts/refusals.ts');
    const word = (reason: Reason) => wordRefusal(answer(describeRefusal(reason, values), 'free'));
    expect(word('noSuchPair')).toContain('Japanisch to Deutsch');
    expect(word('noVoice')).toContain('Thailändisch');
  });
});

test('in Japanese, a cost follows without a space, and is said once', async () => {
  vi.resetModules();
  vi.doMock('../../../../web/language/shown-language.ts', () => ({ shownLanguage: 'ja' }));
  onTestFinished(() => {
    vi.doUnmock('../../../../web/language/shown-language.ts');
  });
  const { wordRefusal } = await import('../../../../web/texts/refusals.ts');
  const word = (reason: Reason) => wordRefusal(answer(describeRefusal(reason, values), 'uncharged'));
  expect(word('codeUnknown')).toBe('We don’t know this code. Check its spelling.Nothing was charged.');
  expect(word('noPayments')).toBe(
    'Payments aren’t available right now. Nothing was charged. Please try again later.',
  );
});

beforeEach(() => {
  vi.useFakeTimers({ now: local(28, 20), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** Of November, in the visitor's time zone. */
function local(date: number, hour: number): number {
  return new Date(2026, 10, date, hour).getTime();
}

/** Of the server's texts: the end of a limit, which the page knows better. */
const ends = /midnight UTC|come back|[Tt]ry again tomorrow|failed within an hour/;

/** Nothing is lost, and there is nothing to do. */
const kept = ['tooLongForHistory', 'historyLimit'];

/** Begins with what a visitor can do. */
const advice =
  /^(Ask|Check|Choose|Continue|Enter|Open|Please|Reactivate|Read|Record|Reload|See|Shorten|Sign up|Stop|Subscribe|Try|Type|Update|Upgrade|Wait|Write|You can) /;

/** With only the values of its text. */
function describeRefusal(reason: Reason, all: Readonly<Record<string, string | number>>): Refusal {
  const text: string = { ...refusals, ...faults }[reason];
  const own = Object.entries(all).filter(([name]) => text.includes(`{${name}}`));
  return (say as (reason: Reason, values: object) => Refusal)(reason, Object.fromEntries(own));
}

function answer({ reason, values, english }: Refusal, cost: Cost): ErrorBody {
  return { error: english, code: 'conflict', requestId: 'r', reason, values, cost };
}
