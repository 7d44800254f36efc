import { ulid } from 'ulid';
import { phrases } from '../../../shared/phrases.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { Crowd, People, Subscriber } from '../../support/parley/crowd.ts';
import type { Planned } from './generator.ts';

const languages = ['es', 'fr', 'it'];

/**
 * Relative frequencies, as in a visit: a page, some files, what the page asks for, then translations. As many
 * translations are removed as kept, so that tables do not grow. Guests and free accounts have few.
 */
const weights = {
  'GET /': 5,
  'GET /assets/…': 10,
  'GET /api/health': 3,
  'GET /api/stripe-config': 1,
  'GET /api/auth/user': 8,
  'GET /api/subscription-status': 14,
  'GET /api/settings': 8,
  'POST /api/settings': 3,
  'POST /api/translate, guest': 2,
  'POST /api/translate, free': 2,
  'POST /api/translate, premium': 10,
  'POST /api/translate, private': 4,
  'POST /api/translate, same language': 4,
  'GET /api/translations': 9,
  'POST /api/translations/search': 3,
  'POST /api/translations/{id}/star': 2,
  'DELETE /api/translations/{id}': 10,
  'GET /api/analytics/overview': 1,
  'GET /api/analytics/users': 1,
  'GET /api/analytics/revenue': 1,
  'GET /api/performance/overview': 1,
  'GET /api/performance/metrics': 1,
} as const;

type Name = keyof typeof weights;

/** Enough people that no allowance or ceiling refuses. */
export function crowdFor(requests: number): Crowd {
  // Chance may give a kind more than its share.
  const of = (name: Name, each: number) => Math.ceil((1.3 * requests * weights[name]) / total / each) + 5;
  return {
    guests: of('POST /api/translate, guest', 3),
    free: of('POST /api/translate, free', 10),
    // Far below 60 a minute and 200,000 characters a day for each.
    premium: Math.min(100, of('POST /api/translate, premium', 10)),
    history: 30,
  };
}

/** @param files the site's hashed files, as `/assets/index-f513a8s0.css` */
export function mixOf(people: People, files: readonly string[], chance: () => number): Mix {
  const pick = <Each>(list: readonly Each[]) => list[Math.floor(chance() * list.length)] as Each;
  const nextGuest = inTurns(people.guests);
  const nextFree = inTurns(people.free);
  const subscribers = people.premium.map(({ cookie, kept }) => ({ cookie, kept: [...kept] }));
  const nextSubscriber = inTurns(subscribers);
  const user = () => (chance() < 0.5 ? pick(people.free) : pick(people.premium).cookie);
  const anybody = () => (chance() < 0.3 ? pick(people.guests) : user());

  const translate = (cookie: string, options: object = {}, read?: (answer: Translated) => void) => {
    const { text, language: sourceLanguage } = pick(english);
    const targetLanguage = pick(languages);
    const input = { text, sourceLanguage, targetLanguage, ...options };
    return {
      ...post('/api/translate', cookie, input, { 'idempotency-key': ulid() }),
      read: (body: string) => {
        const answer: Translated = JSON.parse(body);
        // As the instant engine does.
        if (answer.translatedText !== text.toUpperCase()) throw new Error(`not the translation of "${text}"`);
        read?.(answer);
      },
    };
  };
  const planned: Record<Name, () => Omit<Planned, 'name'>> = {
    'GET /': () => get('/', anybody(), navigation),
    'GET /assets/…': () => get(pick(files), anybody(), packed),
    'GET /api/health': () => get('/api/health', anybody()),
    'GET /api/stripe-config': () => get('/api/stripe-config', anybody()),
    'GET /api/auth/user': () => get('/api/auth/user', user()),
    'GET /api/subscription-status': () => get('/api/subscription-status', anybody()),
    'GET /api/settings': () => get('/api/settings', anybody()),
    'POST /api/settings': () => post('/api/settings', anybody(), defaultSettings),
    'POST /api/translate, guest': () => translate(nextGuest()),
    'POST /api/translate, free': () => translate(nextFree()),
    'POST /api/translate, premium': () => {
      const { cookie, kept } = nextSubscriber();
      return translate(cookie, {}, ({ keptAs }) => {
        if (keptAs === undefined) throw new Error('not kept');
        kept.push(keptAs);
      });
    },
    'POST /api/translate, private': () => translate(nextSubscriber().cookie, { isPrivate: true }),
    'POST /api/translate, same language': () =>
      post('/api/translate', anybody(), {
        text: 'Good morning',
        sourceLanguage: 'en-US',
        targetLanguage: 'en-GB',
      }),
    'GET /api/translations': () => get('/api/translations', user()),
    'POST /api/translations/search': () =>
      post('/api/translations/search', pick(people.premium).cookie, { query: 'train' }),
    'POST /api/translations/{id}/star': () => {
      const { cookie, kept } = pick(subscribers);
      // The newest is the last to be removed.
      return post(`/api/translations/${kept.at(-1)}/star`, cookie, { isStarred: chance() < 0.5 });
    },
    'DELETE /api/translations/{id}': () => {
      const { cookie, kept } = mostKept(subscribers);
      return { method: 'DELETE', path: `/api/translations/${kept.shift()}`, headers: headersOf(cookie) };
    },
    'GET /api/analytics/overview': () => get('/api/analytics/overview', user()),
    'GET /api/analytics/users': () => get('/api/analytics/users', user()),
    'GET /api/analytics/revenue': () => get('/api/analytics/revenue', user()),
    'GET /api/performance/overview': () => get('/api/performance/overview', user()),
    'GET /api/performance/metrics': () => get('/api/performance/metrics', user()),
  };
  const requestOf = (name: Name): Planned => ({ name, ...planned[name]() });
  return {
    next: () => requestOf(byWeight(chance() * total)),
    each: () => (Object.keys(weights) as Name[]).map(requestOf),
  };
}

interface Mix {
  next(): Planned;
  each(): Planned[];
}

interface Translated {
  readonly translatedText: string;
  readonly keptAs?: string;
}

const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);

function byWeight(at: number): Name {
  let end = 0;
  for (const [name, weight] of Object.entries(weights) as [Name, number][]) {
    end += weight;
    if (at < end) return name;
  }
  throw new RangeError(`${at} is not below ${total}`);
}

const english = phrases.filter(({ language }) => language === 'en-US');

export function inTurns<Each>(list: readonly Each[]): () => Each {
  let at = 0;
  return () => list[at++ % list.length] as Each;
}

function mostKept(subscribers: readonly Kept[]): Kept {
  return subscribers.reduce((most, each) => (each.kept.length > most.kept.length ? each : most));
}

type Kept = Pick<Subscriber, 'cookie'> & { readonly kept: string[] };

const navigation = { 'sec-fetch-site': 'none', 'accept-encoding': 'gzip, deflate, br' };
const packed = { 'accept-encoding': 'gzip, deflate, br' };

function get(path: string, cookie: string, headers: Record<string, string> = {}): Omit<Planned, 'name'> {
  return { method: 'GET', path, headers: { ...headersOf(cookie), ...headers } };
}

function post(
  path: string,
  cookie: string,
  body: object,
  headers: Record<string, string> = {},
): Omit<Planned, 'name'> {
  return {
    method: 'POST',
    path,
    headers: { ...headersOf(cookie), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function headersOf(cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' };
}
