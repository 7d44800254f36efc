import { expect, test } from 'vitest';
import { createCodeEmail, createLoginBranding } from '../../../../../infra/aws/stack/branding.ts';
import { interfaceLanguageCodes } from '../../../../../shared/interface-languages.ts';

const { componentClasses, components } = createLoginBranding();

test.each(['lightMode', 'darkMode'] as const)('the login’s text is readable in %s', (mode) => {
  const field = componentClasses.input[mode];
  const form = components.form[mode].backgroundColor;
  const { primaryButton, secondaryButton, pageText } = components;
  const pairs = {
    placeholder: [field.placeholderColor, field.defaults.backgroundColor],
    label: [componentClasses.inputLabel[mode].textColor, form],
    description: [componentClasses.inputDescription[mode].textColor, form],
    link: [componentClasses.link[mode].defaults.textColor, form],
    heading: [pageText[mode].headingColor, form],
    body: [pageText[mode].bodyColor, components.pageBackground[mode].color],
    ...listStates('primary button', primaryButton[mode]),
    ...listStates('secondary button', secondaryButton[mode]),
  };
  const unreadable = Object.entries(pairs).filter(([, [text, on]]) => contrast(text, on) < 4.5);
  expect(unreadable).toEqual([]);
  // WCAG asks for less from the edges of controls.
  expect(contrast(field.defaults.borderColor, form)).toBeGreaterThanOrEqual(3);
});

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

function listStates(name: string, states: Readonly<Record<string, Look>>): Record<string, Pair> {
  return Object.fromEntries(
    Object.entries(states).map(([state, look]) => [
      `${name}, ${state}`,
      [look.textColor, look.backgroundColor],
    ]),
  );
}

/** WCAG's ratio. @param one RRGGBBAA */
function contrast(one: string | undefined, other: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(`${one}`), luminance(`${other}`)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Pair = [text: string | undefined, background: string | undefined];

interface Look {
  readonly textColor?: string | undefined;
  readonly backgroundColor?: string | undefined;
}
