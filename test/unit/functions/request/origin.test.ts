import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CrossSite, Forbidden } from '../../../../functions/errors.ts';
import { isOwnNavigation, requireEdge, requireSameOrigin } from '../../../../functions/request/origin.ts';
import { apiEvent, siteOrigin } from '../../../support/handlers/event.ts';

const sites = ['same-origin', 'same-site', 'cross-site', 'none', '', 'Same-Origin', 'same-origin,cross-site'];
const foreignOrigins = [
  undefined,
  '',
  'null',
  'https://elsewhere.example',
  `${siteOrigin}/`,
  `${siteOrigin}:8443`,
  `${siteOrigin}.evil.example`,
  siteOrigin.replace('https', 'http'),
  siteOrigin.toUpperCase(),
  `https://elsewhere.example,${siteOrigin}`,
];

beforeEach(() => {
  vi.stubEnv('SITE_ORIGIN', siteOrigin);
});

describe.each(['POST', 'DELETE', 'PUT', 'PATCH'])('%s', (method) => {
  test('passes with Sec-Fetch-Site same-origin and any Origin', () => {
    for (const origin of [siteOrigin, ...foreignOrigins]) {
      expect(verdict(method, 'same-origin', origin), origin).toBe('passes');
    }
  });

  test('is refused with any other Sec-Fetch-Site, even with our Origin', () => {
    for (const site of sites.filter((each) => each !== 'same-origin')) {
      for (const origin of [siteOrigin, ...foreignOrigins]) {
        expect(verdict(method, site, origin), `${site} ${origin}`).toBe('refused');
      }
    }
  });

  test('passes without Sec-Fetch-Site only with our exact Origin', () => {
    expect(verdict(method, undefined, siteOrigin)).toBe('passes');
    for (const origin of foreignOrigins) expect(verdict(method, undefined, origin), origin).toBe('refused');
  });
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s passes from anywhere', (method) => {
  for (const site of [undefined, ...sites]) {
    for (const origin of [siteOrigin, ...foreignOrigins]) {
      expect(verdict(method, site, origin), `${site} ${origin}`).toBe('passes');
    }
  }
});

test.each(['get', 'TRACE', 'BREW', ''])('the method %j is not safe', (method) => {
  expect(verdict(method, 'cross-site', undefined)).toBe('refused');
});

test.each([undefined, ''])('without SITE_ORIGIN (%j) every Origin is refused', (unset) => {
  vi.stubEnv('SITE_ORIGIN', unset);
  const event = (origin: string | undefined) =>
    apiEvent({ method: 'POST', path: '/api/translate', headers: { 'sec-fetch-site': undefined, origin } });
  for (const origin of [undefined, '', 'undefined', 'null', siteOrigin]) {
    expect(() => requireSameOrigin(event(origin)), origin).toThrow('SITE_ORIGIN');
  }
});

describe('a navigation', () => {
  const navigation = (headers: Record<string, string | undefined>) =>
    isOwnNavigation(apiEvent({ method: 'GET', path: '/api/logout', headers }));

  test('is ours from our pages and the address bar, with any Referer', () => {
    for (const referer of [undefined, 'https://elsewhere.example/', `${siteOrigin}/`]) {
      expect(navigation({ 'sec-fetch-site': 'same-origin', referer })).toBe(true);
      expect(navigation({ 'sec-fetch-site': 'none', referer })).toBe(true);
    }
  });

  test.each(['cross-site', 'same-site', '', 'None', 'none,cross-site'])(
    'is not ours with Sec-Fetch-Site %j, even with our Referer',
    (site) => {
      expect(navigation({ 'sec-fetch-site': site, referer: `${siteOrigin}/` })).toBe(false);
    },
  );

  test.each([siteOrigin, `${siteOrigin}/`, `${siteOrigin}/analytics?x#y`])(
    'is ours without Sec-Fetch-Site and with the Referer %s',
    (referer) => {
      expect(navigation({ 'sec-fetch-site': undefined, referer })).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'null',
    '/analytics',
    'https://elsewhere.example/',
    `${siteOrigin}.evil.example/`,
    `${siteOrigin}:8443/`,
    `${siteOrigin}@evil.example/`,
    siteOrigin.replace('https', 'http'),
    `https://evil.example/?${siteOrigin}/`,
  ])('is not ours without Sec-Fetch-Site and with the Referer %j', (referer) => {
    expect(navigation({ 'sec-fetch-site': undefined, referer })).toBe(false);
  });
});

describe('the edge', () => {
  const viaEdge = (sent: string | undefined, known: string | undefined = 'known') =>
    apiEvent({
      method: 'GET',
      path: '/api/health',
      headers: { 'x-origin-secret': sent },
      stageVariables: known === undefined ? {} : { originSecret: known },
    });

  test.each(['known', 'known,next', 'last,known'])('is known by its secret %j', (sent) => {
    expect(() => requireEdge(viaEdge(sent))).not.toThrow();
  });

  test.each([undefined, '', 'know', 'knowing', 'KNOWN', ' known', ',', 'last,next', 'a,b,known'])(
    'is not known by %j',
    (sent) => {
      expect(() => requireEdge(viaEdge(sent))).toThrow(Forbidden);
    },
  );

  test.each([{}, { originSecret: '' }, undefined])(
    'is unknown with the stage variables %j',
    (stageVariables) => {
      for (const sent of [undefined, '', 'undefined']) {
        const event = { ...viaEdge(sent), stageVariables };
        expect(() => requireEdge(event as typeof event & { stageVariables: object }), sent).toThrow(
          'originSecret',
        );
      }
    },
  );
});

function verdict(method: string, site: string | undefined, origin: string | undefined) {
  const event = apiEvent({ method, path: '/api/translate', headers: { 'sec-fetch-site': site, origin } });
  try {
    requireSameOrigin(event);
    return 'passes';
  } catch (error) {
    if (error instanceof CrossSite) return 'refused';
    throw error;
  }
}
