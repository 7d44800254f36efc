import { expect, test } from 'vitest';
import { createCodeEmail } from '../../../../../../infra/aws/stack/login/code-email.ts';
import { interfaceLanguageCodes } from '../../../../../../shared/interface-languages.ts';

const { emailSubject, emailBody } = createCodeEmail();

test('the email has its code once, and a sentence in each language', () => {
  expect(emailBody.split('{####}')).toHaveLength(2);
  const languages = [...emailBody.matchAll(/<p lang="(\w+)" dir="(?:ltr|rtl)">[^<]*Parley[^<]*<\/p>/g)].map(
    ([, language]) => language,
  );
  expect(languages).toEqual(interfaceLanguageCodes);
  expect(emailBody).toContain('<p lang="ar" dir="rtl">هذا رمز Parley');
});

test('Cognito accepts its subject and its length', () => {
  expect(emailSubject).toContain('Code');
  expect(emailSubject).toContain('验证码');
  expect(emailSubject.length).toBeLessThanOrEqual(140);
  expect(emailBody.length).toBeLessThanOrEqual(20_000);
});
