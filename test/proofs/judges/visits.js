import { check, sleep } from 'k6';
import http from 'k6/http';

/** Run by k6: subscribers who open the page, translate a sentence, look at their history and take it away again. */
export const options = {
  vus: 20,
  duration: '60s',
  noCookiesReset: true,
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    http_req_duration: ['p(95)<1000'],
  },
};

const { SITE: site, COOKIES: cookies } = __ENV;
const people = JSON.parse(cookies);

export default function visitOnce() {
  const headers = {
    cookie: people[__VU % people.length],
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const page = http.get(site, { headers });
  check(page, { 'the page comes': ({ status, body }) => status === 200 && body.includes('id="root"') });
  const files = page.html().find('script[src]').toArray();
  const answers = http.batch([
    ...files.map((file) => ['GET', site + file.attr('src'), null, { headers }]),
    ...['health', 'settings', 'subscription-status'].map((name) => [
      'GET',
      `${site}/api/${name}`,
      null,
      { headers },
    ]),
  ]);
  check(answers, { 'what the page asks for comes': (all) => all.every(({ status }) => status === 200) });
  sleep(1);
  const asked = { text: `Sentence ${__VU} ${__ITER}`, sourceLanguage: 'en-US', targetLanguage: 'es' };
  const translated = http.post(`${site}/api/translate`, JSON.stringify(asked), { headers });
  check(translated, {
    'it is translated': ({ status, body }) => status === 200 && body.includes('SENTENCE'),
  });
  const { keptAs } = translated.json();
  const history = http.get(`${site}/api/translations`, { headers });
  check(history, { 'it is kept': ({ status, body }) => status === 200 && body.includes(keptAs) });
  sleep(1);
  const removed = http.del(`${site}/api/translations/${keptAs}`, null, { headers });
  check(removed, { 'it is taken away': ({ status }) => status === 200 });
}
