/**
 * Names that people look for a language by, and that neither the list nor the platform's own data has: by its code. In
 * the Latin alphabet also where the language has another, since that may be all there is on a keyboard.
 */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  bg: ['Balgarski'],
  ca: ['Valencian', 'Valencià'],
  'zh-CN': ['Mandarin', 'Putonghua', 'Zhongwen', '中文', '普通话'],
  'zh-TW': ['Mandarin', 'Guoyu', 'Zhongwen', '中文', '國語'],
  'zh-HK': ['Cantonese', 'Yue', 'Guangdonghua', '中文', '廣東話', '广东话', '粤语'],
  cs: ['Czechia'],
  nl: ['Hollands', 'Holland'],
  'en-US': ['American', 'USA'],
  'en-AU': ['Australian'],
  'en-GB': ['British', 'England', 'Great Britain'],
  'en-NZ': ['Kiwi'],
  'nl-BE': ['Belgian Dutch', 'Belgisch Nederlands'],
  'fr-CA': ['Québécois', 'Quebec', 'Canadian'],
  'de-CH': ['Swiss German', 'Schweizerdeutsch', 'Schwiizerdütsch'],
  el: ['Ellinika', 'Hellenic'],
  id: ['Bahasa'],
  ja: ['Nihongo'],
  ko: ['Hangugeo', 'South Korean'],
  ms: ['Malaysian', 'Bahasa'],
  no: ['Bokmål'],
  pt: ['European Portuguese'],
  'pt-BR': ['Brazilian', 'Brasileiro'],
  ro: ['Moldovan'],
  ru: ['Russkiy'],
  es: ['Castilian', 'Castellano'],
  'es-419': ['Latin American', 'Mexican', 'Mexico', 'México', 'Argentina', 'Colombia'],
  th: ['Phasa Thai'],
  uk: ['Ukrainska'],
};
