import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/parley/system.ts';

const stylesheet = readFileSync(path.join(root, 'web/styles/tokens.css'), 'utf8');
const readme = readFileSync(path.join(root, 'web/README.md'), 'utf8');

/** A token's colours, light and dark. */
type Colours = readonly [string, string];

test.each([0, 1])('every text has a contrast of at least 4.5, in scheme %i', (scheme) => {
  const colour = (name: string) => readTokens().get(name)?.[scheme] ?? '';
  const faint = textPairs.flatMap(([text, ground]) => {
    const contrast = measureContrast(colour(text), colour(ground));
    return contrast >= 4.5 ? [] : [`${text} on ${ground}: ${contrast.toFixed(2)}`];
  });
  expect(faint).toEqual([]);
});

test('the table of tokens in the documents has the colours of the stylesheet', () => {
  const rows = [...readme.matchAll(/^\| `(.+?)` \| `(#\w+)` \| `(#\w+)` \|/gm)];
  const documented = rows.map(([, name = '', light = '', dark = '']): [string, Colours] => [
    name,
    [light, dark],
  ]);
  expect(new Map(documented)).toEqual(readTokens());
});

const grounds = ['page', 'surface', 'sunken'];
const textPairs = [
  ...['ink', 'muted', 'you', 'you-strong', 'them', 'them-strong', 'danger'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ...['you', 'them'].flatMap((voice) => [
    [voice, `${voice}-soft`] as const,
    [`${voice}-strong`, `${voice}-soft`] as const,
    [`on-${voice}`, voice] as const,
    [`on-${voice}`, `${voice}-strong`] as const,
    ['ink', `${voice}-soft`] as const,
    ['muted', `${voice}-soft`] as const,
  ]),
  ['danger', 'danger-soft'] as const,
];

/** By name, without `--` and `--color-`. */
function readTokens(): Map<string, Colours> {
  const [light = '', dark = ''] = stylesheet.split('prefers-color-scheme: dark');
  const darkColours = new Map(readColours(dark));
  return new Map(readColours(light).map(([name, colour]) => [name, [colour, darkColours.get(name) ?? '']]));
}

function readColours(css: string): [string, string][] {
  return [...css.matchAll(/--(?:color-)?([\w-]+): (#\w{6});/g)].map(([, name = '', colour = '']) => [
    name,
    colour,
  ]);
}

/** By the formula of WCAG 2. */
function measureContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [measureLuminance(one), measureLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
