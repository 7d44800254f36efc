import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { findTextCalls, isMarked, type Translation, translateScript } from './translate.ts';
import { getLanguageFolder, readTranslations } from './translations.ts';

/** Writes the scripts of each language, and the addresses of these scripts into its documents. */
export function languages(): Plugin {
  return {
    name: 'parley-languages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = [...findTranslatedScripts(bundle)].map(
          ([name, code]) => [path.posix.basename(name), code, findTextCalls(code)] as const,
        );
        for (const translation of readTranslations().toReversed()) {
          const translated = scripts.map(
            ([name, code, calls]) => [name, translateScript(code, translation, calls)] as const,
          );
          const names = new Set(translated.map(([name]) => name));
          const folder = translation.language === 'en' ? '' : nameFolder(translation, translated);
          for (const [name, code] of translated) {
            if (folder === '') write(bundle, `assets/${name}`, code);
            else {
              const source = moveImports(code, names, folder);
              this.emitFile({ type: 'asset', fileName: `assets/${folder}${name}`, source });
            }
          }
          for (const file of Object.values(bundle)) {
            if (file.type !== 'asset' || !isDocumentOf(file.fileName, translation.language)) continue;
            file.source = moveAddresses(file.source.toString(), names, folder);
          }
        }
      },
    },
  };
}

/** Scripts with texts, and all that import such scripts: a module must have one address on each page. */
function findTranslatedScripts(bundle: Rolldown.OutputBundle): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const others = new Map<string, Rolldown.OutputChunk>();
  for (const [name, file] of Object.entries(bundle)) {
    if (!name.endsWith('.js')) continue;
    const code = file.type === 'chunk' ? file.code : file.source.toString();
    if (isMarked(code)) found.set(name, code);
    else if (file.type === 'chunk') others.set(name, file);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, { code, imports, dynamicImports }] of others) {
      if ([...imports, ...dynamicImports].some((each) => found.has(each))) found.set(name, code);
    }
  }
  return found;
}

/** Scripts are cached for ever, so their folder changes with every text. */
function nameFolder(
  { language }: Translation,
  translated: readonly (readonly [name: string, code: string])[],
): string {
  const hash = createHash('sha256');
  for (const each of translated) hash.update(each.join('\n'));
  return `${language}-${hash.digest('hex').slice(0, 7)}/`;
}

function moveImports(code: string, names: ReadonlySet<string>, folder: string): string {
  return moveAddresses(code, names, folder).replaceAll(
    /(?<=["'`])\.\/([\w.-]+\.js)(?=["'`])/g,
    (address, name: string) => (names.has(name) ? address : `../${name}`),
  );
}

function moveAddresses(text: string, names: ReadonlySet<string>, folder: string): string {
  return text.replaceAll(/(?<=\bassets\/)[\w.-]+\.js/g, (name) => (names.has(name) ? folder + name : name));
}

function isDocumentOf(file: string, language: string): boolean {
  return (
    file.endsWith('.html') &&
    path.posix.dirname(`/${file}`) === `/${getLanguageFolder(language)}`.replace(/(.)\/$/, '$1')
  );
}

function write(bundle: Rolldown.OutputBundle, name: string, code: string): void {
  const file = bundle[name];
  if (file?.type === 'chunk') file.code = code;
  else if (file) file.source = code;
}
