import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { getLicence, mayBeServed, type PackageJson } from './licences.ts';

/** Writes `/licences.txt` last, so that the service worker does not cache it. */
export function notices(): Plugin {
  return {
    name: 'parley-notices',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        noteSources(listModules(bundle));
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: renderNotices(sources) });
      },
    },
  };
}

/** For the builds of web workers, whose source files the bundler does not report. */
export function workerSources(): Plugin {
  return {
    name: 'parley-worker-sources',
    generateBundle: (_options, bundle) => noteSources(listModules(bundle)),
  };
}

export function noteSources(modules: Iterable<string>): void {
  for (const module of modules) sources.add(module);
}

const sources = new Set<string>();

function listModules(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/**
 * The licence notices of all packages in the site.
 *
 * @param modules the source files of the site's scripts
 * @throws Error for a licence that is not permissive
 */
export function renderNotices(modules: Iterable<string>): string {
  const folders = new Set(packagesWithoutScripts.map((name) => path.join(packages, name)));
  for (const module of modules) {
    const [, folder] = module.match(/^([^\0].*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
    if (folder) folders.add(folder);
  }
  const notices = [...folders].map(renderNotice).sort();
  // S3 sends no character set; the byte order mark says UTF-8.
  return `\uFEFF${[heading, ...new Set(notices)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** A font, flags, and part of the stylesheets. */
const packagesWithoutScripts = ['@fontsource-variable/figtree', 'country-flag-icons', 'tailwindcss'];

const packages = path.resolve(import.meta.dirname, '../../node_modules');

const heading = 'This site includes third-party work under the licences below.';

function renderNotice(folder: string): string {
  const manifest: PackageJson = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const licence = getLicence(manifest);
  if (!mayBeServed(manifest))
    throw new Error(`The site may not include ${manifest.name}: its licence is ${licence}.`);
  const names = readdirSync(folder).sort();
  const read = (wanted: RegExp) =>
    names
      .filter((name) => wanted.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  const licences = read(/^licen[cs]e(?:$|[.-])/i);
  if (licences.length === 0) licences.push(renderMissingLicence(manifest, licence));
  return [
    `${manifest.name} ${manifest.version} (${licence})`,
    ...licences,
    ...read(/^notice(?:$|[.-])/i),
  ].join('\n\n');
}

function renderMissingLicence({ name, author, homepage = '' }: PackageJson, licence: string): string {
  if (licence === 'MPL-2.0') return mozilla;
  const holder = typeof author === 'string' ? author : author?.name;
  if (licence !== 'MIT') throw new Error(`${name} does not include the text of its licence, ${licence}.`);
  return `Copyright (c) ${holder ?? `the authors of ${name}`} ${homepage}\n\n${mit}`;
}

/** https://spdx.org/licenses/MIT.html */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** https://mozilla.org/MPL/2.0/, section 3.2 */
const mozilla = `Copyright (c) the authors of Bergamot Translator, and Mozilla

The neural engine (neural-engine.js and neural-engine.wasm) is Bergamot Translator v0.4.5+4917c11, served unchanged. Its models are those of Firefox Translations, packed by gzip and otherwise unchanged. Both are subject to the terms of the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/

Source code of the engine: https://github.com/browsermt/bergamot-translator
Models and their training code: https://github.com/mozilla/translations`;
