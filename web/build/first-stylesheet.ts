import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

/** Modules of the idle chunk, which loads when the page is idle; what they import joins it. */
export const idleParts =
  /\/(translator-sections|guest-banner|dock-buttons|opened-conversation|language-notes|style-button|record-extras|settings-sync|interface-language|offline-notice|unsupported-pair|say|abilities)\.tsx?$/;

/** Gives `theme.css` the classes of what the first load and the idle page show: of every component that they import. */
export function firstStylesheet(): Plugin {
  return {
    name: 'parley-first-stylesheet',
    // Before Tailwind.
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/theme\.css$/ },
      handler(code, id) {
        const shown = listShownFirst();
        for (const file of shown) this.addWatchFile(file);
        return `${code}${shown.map((file) => `@source "${path.relative(path.dirname(id), file)}";\n`).join('')}`;
      },
    },
  };
}

/** @returns absolute paths of the modules with classes, sorted */
function listShownFirst(): string[] {
  const loaded = new Set(entries.map((entry) => path.join(web, entry)));
  const shown: string[] = [];
  for (const file of loaded) {
    const source = readFileSync(file, 'utf8');
    for (const imported of listImports(file, source)) loaded.add(imported);
    if (file.endsWith('.tsx') && /\bclassName\b/.test(source)) shown.push(file);
  }
  return shown.toSorted();
}

/** The shell is in the document before the app starts. */
const entries = ['main.tsx', 'documents/translator-shell.tsx'];

const web = path.resolve(import.meta.dirname, '..');

/** Our own modules: those that a module imports, and of those that it loads later the idle parts. */
function listImports(file: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const isForTypes = ({ entries }: { entries: readonly { isType: boolean }[] }) =>
    entries.length > 0 && entries.every(({ isType }) => isType);
  const later = dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1));
  return [
    ...staticImports.filter((each) => !isForTypes(each)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .filter((each) => !isForTypes(each))
      .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...later.filter((name) => idleParts.test(name)),
  ]
    .filter((name) => /^\..*\.tsx?$/.test(name))
    .map((name) => path.join(path.dirname(file), name));
}
