import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isPermissive, licenceOf, type PackageJson } from '../../shared/licences.ts';

/**
 * What the licences of others ask for where their work is handed on: their notice, with every copy.
 *
 * @param modules the files that the site's scripts are made of
 * @returns a text with each package that the site holds something of, and its licence as it comes with it
 * @throws Error where the site would hold what may not be handed on so
 */
export function writeNotices(modules: Iterable<string>): string {
  const folders = new Set(beyondScripts.map((name) => path.join(packages, name)));
  for (const module of modules) {
    const [, folder] = module.match(/^([^\0].*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
    if (folder) folders.add(folder);
  }
  const notices = [...folders].map(noticeOf).sort();
  // S3 tells no character set, and somebody's name may need one: the mark says that it is UTF-8.
  return `\uFEFF${[heading, ...new Set(notices)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Of these the site holds a font, drawings, and the beginning of its stylesheets. */
const beyondScripts = ['@fontsource-variable/figtree', 'country-flag-icons', 'tailwindcss'];

const packages = path.resolve(import.meta.dirname, '../../node_modules');

const heading = 'This site contains work of others, under the licences below.';

function noticeOf(folder: string): string {
  const about: PackageJson = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const licence = licenceOf(about);
  if (!isPermissive(licence)) throw new Error(`The site may not hold ${about.name}: it is under ${licence}.`);
  const names = readdirSync(folder).sort();
  const read = (wanted: RegExp) =>
    names
      .filter((name) => wanted.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  const licences = read(/^licen[cs]e(?:$|[.-])/i);
  if (licences.length === 0) licences.push(withoutText(about, licence));
  return [`${about.name} ${about.version} (${licence})`, ...licences, ...read(/^notice(?:$|[.-])/i)].join(
    '\n\n',
  );
}

/** Packages that forgot their licence's text: whose it is, and the words that it stands for. */
function withoutText({ name, author, homepage = '' }: PackageJson, licence: string): string {
  const holder = typeof author === 'string' ? author : author?.name;
  if (licence !== 'MIT') throw new Error(`${name} lacks the text of its licence, ${licence}.`);
  return `Copyright (c) ${holder ?? `the authors of ${name}`} ${homepage}\n\n${mit}`;
}

/** https://spdx.org/licenses/MIT.html */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
