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

const common = {
  а: 'a',
  б: 'b',
  в: 'v',
  д: 'd',
  ж: 'zh',
  з: 'z',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
};

const ukrainian = new Schema(
  'ukrainian',
  toMap({
    ...common,
    г: 'h',
    ґ: 'g',
    е: 'e',
    є: 'ie',
    и: 'y',
    і: 'i',
    ї: 'i',
    й: 'i',
    х: 'kh',
    щ: 'shch',
    ь: '',
    ю: 'iu',
    я: 'ia',
    '’': '',
  }),
  // One letter: at the start of a word. Two letters: the second, after the first.
  toMap({ є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya', зг: 'gh' }),
);

const bulgarian = new Schema(
  'bulgarian',
  toMap({
    ...common,
    г: 'g',
    е: 'e',
    и: 'i',
    й: 'y',
    х: 'h',
    щ: 'sht',
    ъ: 'a',
    ь: 'y',
    ю: 'yu',
    я: 'ya',
  }),
  new Map(),
  new Map(),
  toMap({ ия: 'ia' }),
);

function toMap(letters: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(letters));
}
