import { Schema, translate, WIKIPEDIA } from 'iuliia';

export function romaniseRussian(text: string): string {
  return translate(text, WIKIPEDIA);
}

/** Ukraine's national system of 2010. */
export function romaniseUkrainian(text: string): string {
  return translate(text, ukrainian);
}

/** Bulgaria's Transliteration Act of 2009. */
export function romaniseBulgarian(text: string): string {
  return translate(text, bulgarian);
}

const common = toMap(
  'а б в д ж з к л м н о п р с т у ф ц ч ш',
  'a b v d zh z k l m n o p r s t u f ts ch sh',
);

const ukrainian = new Schema(
  'ukrainian',
  new Map([
    ...common,
    ...toMap('г ґ е є и і ї й х щ ю я', 'h g e ie y i i i kh shch iu ia'),
    ['ь', ''],
    ['’', ''],
  ]),
  // One letter: at the start of a word. Two letters: the second, after the first.
  toMap('є ї й ю я зг', 'ye yi y yu ya gh'),
);

const bulgarian = new Schema(
  'bulgarian',
  new Map([...common, ...toMap('г е и й х щ ъ ь ю я', 'g e i y h sht a y yu ya')]),
  new Map(),
  new Map(),
  toMap('ия', 'ia'),
);

/** @param letters and their transcriptions, in the same order */
function toMap(letters: string, transcriptions: string): Map<string, string> {
  const latin = transcriptions.split(' ');
  return new Map(letters.split(' ').map((letter, index) => [letter, latin[index] ?? '']));
}
