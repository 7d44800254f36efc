import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setupI18n } from '@lingui/core';
import {
  type CompiledMessage,
  compileMessage,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import type { t } from '../language/message.ts';
import { findMessages, type Message } from './messages.ts';

/** Texts by the id of their English message. */
export type Catalogue = ReadonlyMap<string, string>;

const textsFolder = path.resolve(import.meta.dirname, '../texts');

export function getCataloguePath(language: string): string {
  return path.join(textsFolder, 'catalogues', `${language}.po`);
}

export function readPo(language: string): PO {
  const file = getCataloguePath(language);
  return existsSync(file) ? PO.parse(readFileSync(file, 'utf8')) : new PO();
}

export function readCatalogue(language: string): Catalogue {
  return new Map(
    readPo(language).items.flatMap(({ msgid, msgstr: [text] }) =>
      text ? [[generateMessageId(msgid), text] as const] : [],
    ),
  );
}

/** `t` of any language, for texts that are not in the site: the login's pages and emails. */
export function createTranslator(language: string): typeof t {
  const messages = { [language]: Object.fromEntries(readCatalogue(language)) };
  const i18n = setupI18n({ locale: language, messages }).setMessagesCompiler(compileMessage);
  // Missing texts are shown in English.
  return (message, ...[values]) => i18n._(generateMessageId(message), values, { message });
}

/** What would show wrongly; nothing for a missing text. */
export function findFaults(language: string, message: string, text: string): string[] {
  if (text === '') return [];
  const name = `${language}, ${JSON.stringify(message)}:`;
  try {
    const [wanted, written] = [describe(message), describe(text)];
    return [
      ...listDifferences(`${name} no placeholder`, wanted.placeholders, written.placeholders),
      ...listDifferences(`${name} unknown placeholder`, written.placeholders, wanted.placeholders),
      ...listDifferences(`${name} no markup`, wanted.tags, written.tags),
      ...listDifferences(`${name} unknown markup`, written.tags, wanted.tags),
      ...written.plurals.flatMap((forms) => {
        const { needed, possible } = listPluralForms(language);
        return [
          ...listDifferences(`${name} no plural form`, needed, forms),
          ...listDifferences(`${name} unknown plural form`, forms, possible),
        ];
      }),
      ...wanted.choices.flatMap((each) =>
        written.choices.includes(each) ? [] : [`${name} no choice of ${each}`],
      ),
    ];
  } catch (error) {
    return [`${name} ${error instanceof Error ? error.message : error}`];
  }
}

/** `needed` by counts below 1,000: other forms are for millions and fractions, of which the page has none. */
function listPluralForms(language: string) {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(['other', ...Array.from({ length: 1_000 }, (_, count) => rules.select(count))]);
  return { needed, possible: rules.resolvedOptions().pluralCategories };
}

/** The parts of a message that each language must keep. */
function describe(message: string) {
  const placeholders = new Set<string>();
  const tags = new Set(message.match(/<\w+\/>|<(\w+)>(?=.*?<\/\1>)/g));
  const plurals: string[][] = [];
  const choices: string[] = [];
  const visit = (tokens: CompiledMessage) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, options] = token;
      placeholders.add(name);
      if (typeof options !== 'object' || options === null) continue;
      const forms = Object.keys(options).filter((form) => form !== 'offset' && !/^\d+$/.test(form));
      if (type === 'plural') plurals.push(forms);
      else choices.push(`${name}: ${forms.sort().join(', ')}`);
      for (const form of Object.values(options)) if (Array.isArray(form)) visit(form);
    }
  };
  visit(compileMessageOrThrow(message));
  const rest = message.replaceAll(/<\w+\/>|<(\w+)>(.*?)<\/\1>/g, '$2');
  if (/<\/?\w|\w\/>/.test(rest)) throw new Error('its markup is not closed');
  return { placeholders, tags, plurals, choices };
}

function listDifferences(problem: string, wanted: Iterable<string>, written: Iterable<string>): string[] {
  const found = new Set(written);
  return [...wanted].flatMap((each) => (found.has(each) ? [] : [`${problem} ${each}`]));
}

/** Each message once, with the comments of all its places. */
export async function readMessages(): Promise<readonly Message[]> {
  const messages = new Map<string, Message>();
  for (const file of (await readdir(textsFolder, { recursive: true }))
    .filter((each) => /\.tsx?$/.test(each))
    .sort()) {
    for (const { id, text, comment } of findMessages(
      file,
      await readFile(path.join(textsFolder, file), 'utf8'),
    )) {
      const earlier = messages.get(id);
      const place = `${file.replace(/\.tsx?$/, '')} › ${comment}`;
      messages.set(id, { id, text, comment: earlier ? `${earlier.comment}\n${place}` : place });
    }
  }
  return [...messages.values()];
}
