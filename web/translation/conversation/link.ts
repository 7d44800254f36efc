import { findLanguage, isLanguageCode, isSourceCode } from '../../../shared/languages.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import type { Linked } from './conversation.ts';
import type { RunningConversation } from './run-conversation.ts';

/**
 * The address that opens the translator with a text and its languages. They stand behind its `#`, which browsers send
 * to nobody.
 */
export function linkTo({ text, sourceLanguage, targetLanguage }: Linked): string {
  const fields = { sl: codeOf(sourceLanguage), tl: codeOf(targetLanguage), text };
  // Chats take a full stop at the end of an address for the end of the sentence.
  return `${location.origin}${path}#${new URLSearchParams(fields)}`.replace(/\.$/, '%2E');
}

const path: RoutePath = '/speech-translator';

/** Gives the conversation what the address brings, and takes it off the address: a reload would bring it back. */
export function takeLink({ get, send }: Pick<RunningConversation, 'get' | 'send'>): void {
  const { hash, pathname, search } = location;
  const linked = readLink(hash, get());
  if (!linked) return;
  history.replaceState(history.state, '', pathname + search);
  send({ type: 'link-opened', linked });
}

/**
 * What a fragment asks for; undefined where it asks for nothing. Unknown languages count as none, and so does a target
 * that nothing is translated to. The text is whole, however long: the page says what is too long.
 *
 * @param hash such as `#sl=en&tl=es&text=Good%20morning`
 * @param current the pair that takes the place of what is not said
 */
export function readLink(hash: string, current: Pair): Linked | undefined {
  const fields = new URLSearchParams(hash.slice(1));
  const text = fields.get('text') ?? '';
  // Quick phrases have languages that nothing else can be in.
  const source = languageFor(fields.get('sl'), text === '' ? isLanguageCode : isSourceCode);
  const target = languageFor(fields.get('tl'), isLanguageCode);
  if (!source && !target && text === '') return undefined;
  return { text, ...pairOf(source, target, current) };
}

/** Both sides in one language are no pair: the one that was said stays, and the other is what was there. */
function pairOf(source: string | undefined, target: string | undefined, current: Pair) {
  const wanted = { source: source ?? current.source, target: target ?? current.target };
  if (isSame(wanted.source, wanted.target)) {
    if (source) wanted.target = isSame(source, current.target) ? current.source : current.target;
    else wanted.source = current.target;
  }
  return { sourceLanguage: wanted.source, targetLanguage: wanted.target };
}

interface Pair {
  readonly source: string;
  readonly target: string;
}

function isSame(one: string, other: string): boolean {
  return findLanguage(one) === findLanguage(other);
}

/**
 * Our code for a language as others write it: in any case, with a region or a script that we do not tell apart, or
 * without one that we do. `en` and `en_CA` are `en-US`, `es-MX` is `es-419`, `zh-Hant` is `zh-TW`.
 *
 * @param isKnown whether one of our codes will do
 */
export function languageFor(
  tag: string | null,
  isKnown: (code: string) => boolean = isLanguageCode,
): string | undefined {
  const locale = parse(tag ?? '');
  const code = locale && [locale.baseName, ...kindred(locale.maximize())].find(isKnown);
  return code && codeOf(code);
}

/** What else it may be called here, the nearest first. */
function kindred({ language, script, region }: Intl.Locale): string[] {
  const regional = `${language}-${region}`;
  switch (language) {
    case 'zh':
      if (script !== 'Hant') return ['zh-CN'];
      return [region === 'MO' ? 'zh-HK' : regional, 'zh-TW'];
    case 'yue':
      return ['zh-HK'];
    case 'nb':
    case 'nn':
      return ['no'];
    case 'es':
      return [region === 'ES' ? 'es' : 'es-419'];
    default:
      return [regional, language, `${language}-US`];
  }
}

function parse(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/** Without aliases. */
function codeOf(code: string): string {
  return findLanguage(code)?.code ?? code;
}
