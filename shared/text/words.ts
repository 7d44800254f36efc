/**
 * Whether a translator could change the text. It cannot without a letter: times, amounts, punctuation and emoji.
 * Letters of web and email addresses, and of units after a number, do not count.
 */
export function hasWords(text: string): boolean {
  const words = text.replace(quantities, ' ').split(/\s+/u);
  return words.some((word) => letter.test(word) && !address.test(word));
}

/** Some emoji are letters too, such as ℹ️. */
const letter = /(?!\p{Extended_Pictographic})\p{L}/u;

/** Written alike in every language of the Latin alphabet. */
const unit =
  '(?:[fpnµμmcdhkMGT]?(?:m|g|l|L|s|V|W|A|J|N|Hz|Pa|bar|Wh)|kcal|min|h|ha|[kMGT]?i?[bB]|[°º] ?[CFK]|℃|℉|Ω|dB)';
const quantities = new RegExp(`\\p{N} ?${unit}(?:/${unit})?(?![\\p{L}\\p{M}])`, 'gu');

/**
 * A host without `https://` or `www.` needs a well-known ending: “Hola.amigo” is two words. A label has at most 63
 * characters (RFC 1035, section 2.3.4), and nobody writes more than ten labels before the ending.
 */
export const bareHost =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,63}\.){1,10}(?:com|org|net|edu|gov|info|io|app|dev|eu|uk|de|fr|es|it|pt|br|nl|ch|at|jp|cn|in|us|ca|mx|au|ru)(?![\p{L}\p{N}-])/u;

const address = new RegExp(
  `^[\\p{P}\\p{S}]{0,3}(?:\\p{L}+://\\S+|(?:www\\.|mailto:)\\S+|[^\\s@]+@[^\\s@]+\\.\\p{L}{2,}|${bareHost.source}(?:[/:?#]\\S*)?)[\\p{P}\\p{S}]{0,3}$`,
  'u',
);
