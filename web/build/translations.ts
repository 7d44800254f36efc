import type { Plugin } from 'vite';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { readCatalogue } from './catalogues.ts';
import { languageMark, markMessages, type Translation } from './translate.ts';

/** By id, from the modules that were built so far: translate only what is built. */
const english = new Map<string, string>();

export function readTranslations(): readonly Translation[] {
  return interfaceLanguageCodes.map((language) => ({
    language,
    catalogue: readCatalogue(language),
    english,
  }));
}

/** Leaves a mark for each text, which `translateScript` replaces in what was built. */
export function markTexts(): Plugin {
  return {
    name: 'parley-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/(?:texts\/(?:\w+\/)?[\w-]+\.tsx?|language\/shown-language\.ts)$/ },
      handler(code, id) {
        return id.endsWith('/shown-language.ts')
          ? code.replace("'en'", languageMark)
          : markMessages(id, code.replace(importOfT, ''), english);
      },
    },
  };
}

/** Nothing calls it once the texts are marked, and its libraries stay out of the page. */
const importOfT = /^import \{ t \} from .*;$/m;

/** The folder of a language's documents and service worker, with its slash. English has the site's own. */
export function getLanguageFolder(language: string): string {
  return language === 'en' ? '' : `${language}/`;
}
