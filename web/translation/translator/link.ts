import { canonicalizeCode, isLanguageCode, isSourceCode } from '../../../shared/languages.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import { findLanguageCode } from '../../settings/language-tags.ts';
import type { Pair } from '../languages/recent-pairs.ts';
import type { RunningTranslator } from './run-translator.ts';
import { isSameLanguage, type LinkedText } from './translator.ts';

/** The text follows the `#`, because browsers do not send that part. */
export function createLink({ text, sourceLanguage, targetLanguage }: LinkedText): string {
  const fields = { sl: canonicalizeCode(sourceLanguage), tl: canonicalizeCode(targetLanguage), text };
  // Chat apps cut a full stop off the end of an address.
  return `${location.origin}${path}#${new URLSearchParams(fields)}`.replace(/\.$/, '%2E');
}

const path: RoutePath = '/speech-translator';

/** Moves the link's content from the address to the translator, so that a reload does not repeat it. */
export function takeLink({ get, send }: Pick<RunningTranslator, 'get' | 'send'>): void {
  const { hash, pathname, search } = location;
  const linked = readLink(hash, get());
  if (!linked) return;
  history.replaceState(history.state, '', pathname + search);
  send({ type: 'link-opened', linked });
}

export function readLink(hash: string, current: Pair): LinkedText | undefined {
  const fields = new URLSearchParams(hash.slice(1));
  const text = fields.get('text') ?? '';
  // Some quick phrases are in languages that cannot be picked.
  const source = findLanguageCode(fields.get('sl'), text === '' ? isLanguageCode : isSourceCode);
  const target = findLanguageCode(fields.get('tl'), isLanguageCode);
  if (!source && !target && text === '') return undefined;
  return { text, ...completePair(source, target, current) };
}

/** If both sides are the same language, the one in the link stays. */
function completePair(source: string | undefined, target: string | undefined, current: Pair) {
  const wanted = { source: source ?? current.source, target: target ?? current.target };
  if (isSameLanguage(wanted.source, wanted.target)) {
    if (source) wanted.target = isSameLanguage(source, current.target) ? current.source : current.target;
    else wanted.source = current.target;
  }
  return { sourceLanguage: wanted.source, targetLanguage: wanted.target };
}
