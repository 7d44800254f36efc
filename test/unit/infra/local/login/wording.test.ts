import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { findWording } from '../../../../../infra/local/login/wording.ts';
import { interfaceLanguageCodes } from '../../../../../shared/interface-languages.ts';

test('the login has the language of the parameter that Cognito’s managed login takes', () => {
  const { language, texts } = findWording(buildRequest('/login?lang=pt-BR', { 'accept-language': 'de' }));
  expect([language, texts.password]).toEqual(['pt', 'Senha']);
  expect(findWording(buildRequest('/login?lang=zh-CN')).texts.password).toBe('密码');
});

test('without the parameter, it is chosen as the site’s is', () => {
  const headers = { cookie: 'a=b; parley_language=ar', 'accept-language': 'de' };
  expect(findWording(buildRequest('/login', headers)).language).toBe('ar');
  expect(findWording(buildRequest('/login', { 'accept-language': 'hi-IN,hi;q=0.9' })).language).toBe('hi');
  expect(findWording(buildRequest('/login')).texts.password).toBe('Password');
});

test('an unknown language falls back to the browser’s', () => {
  const request = buildRequest('/login?lang=__proto__', { 'accept-language': 'ko' });
  expect(findWording(request).language).toBe('ko');
});

test.each(interfaceLanguageCodes)('values are in the sentences of %s', (language) => {
  const { texts } = findWording(buildRequest(`/login?lang=${language}`));
  expect(texts.codeSent('ada@example.com')).toContain('ada@example.com');
  expect(texts.tooLong(100)).toMatch(/100|١٠٠/);
});

function buildRequest(url: string, headers: IncomingMessage['headers'] = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url, headers });
}
