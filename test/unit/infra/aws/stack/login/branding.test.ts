import { expect, test } from 'vitest';
import { createLoginAssets, createLoginBranding } from '../../../../../../infra/aws/stack/login/branding.ts';

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
    alert: [pageText[mode].bodyColor, components.alert[mode].error.backgroundColor],
    'list, chosen': [
      componentClasses.dropDown[mode].match.itemTextColor,
      componentClasses.dropDown[mode].match.itemBackgroundColor,
    ],
    'list, pointed at': [
      componentClasses.dropDown[mode].hover.itemTextColor,
      componentClasses.dropDown[mode].hover.itemBackgroundColor,
    ],
    ...listStates('primary button', primaryButton[mode]),
    ...listStates('secondary button', secondaryButton[mode]),
  };
  const unreadable = Object.entries(pairs).filter(([, [text, on]]) => contrast(text, on) < 4.5);
  expect(unreadable).toEqual([]);
  expect(form, 'the form is a card on the page').not.toBe(components.pageBackground[mode].color);
  // WCAG asks for less from the edges of controls, and from signs.
  const { error, pending, success, warning } = componentClasses.statusIndicator[mode];
  const signs = [error, pending, success, warning].map(({ indicatorColor }) => indicatorColor);
  for (const sign of [field.defaults.borderColor, componentClasses.focusState[mode].borderColor, ...signs])
    expect(contrast(sign, form)).toBeGreaterThanOrEqual(3);
});

test.each([
  ['LIGHT', 'lightMode'],
  ['DARK', 'darkMode'],
] as const)('the login shows the wordmark in the colours of %s', (colorMode, mode) => {
  const form = components.form[mode].backgroundColor;
  const logo = readAsset('FORM_LOGO', colorMode);
  const { you, them, ink } = {
    you: components.primaryButton[mode].defaults.backgroundColor,
    them: componentClasses.statusIndicator[mode].warning.borderColor,
    ink: components.pageText[mode].headingColor,
  };
  const colours = [...logo.matchAll(/(?:fill|stroke)="#(\w+)"/g)].map(([, colour]) => `${colour}ff`);
  expect(colours).toEqual([them, you, ink]);
  expect(Math.min(...colours.map((colour) => contrast(colour, form)))).toBeGreaterThanOrEqual(4.5);
  expect(components.form.logo.enabled).toBe(true);
});

test('the login has the site’s icon', () => {
  expect(readAsset('FAVICON_SVG', 'DYNAMIC')).toContain('<title>Parley</title>');
  expect(components.favicon.enabledTypes).toEqual(['SVG']);
});

function readAsset(category: string, colorMode: string): string {
  const asset = createLoginAssets().find(
    (each) => each.category === category && each.colorMode === colorMode,
  );
  return Buffer.from(asset?.bytes ?? '', 'base64').toString();
}

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
