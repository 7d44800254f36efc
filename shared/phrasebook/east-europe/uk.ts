import type { RomanisedBook } from '../book.ts';

export const book: RomanisedBook = {
  'en-train-station': ['Де залізничний вокзал?', 'De zaliznychnyi vokzal?'],
  'en-price': ['Скільки це коштує?', 'Skilky tse koshtuie?'],
  'en-do-not-understand': ['Перепрошую, я не розумію.', 'Pereproshuiu, ya ne rozumiiu.'],
  'en-doctor': ['Мені потрібно до лікаря.', 'Meni potribno do likaria.'],
  'en-wifi': [
    'Підкажіть, будь ласка, який пароль від Wi-Fi?',
    'Pidkazhit, bud laska, yakyi parol vid Wi-Fi?',
  ],
  'en-speak-english': [
    'Перепрошую, ви розмовляєте англійською?',
    'Pereproshuiu, vy rozmovliaiete anhliiskoiu?',
  ],
  'hi-toilet': ['Перепрошую, де туалет?', 'Pereproshuiu, de tualet?'],
  'hi-water': ['Пляшку води, будь ласка.', 'Pliashku vody, bud laska.'],
  'hi-vegetarian': ['Я не їм м’яса та риби.', 'Ya ne yim miasa ta ryby.'],
  'hi-help': ['Ви можете мені допомогти?', 'Vy mozhete meni dopomohty?'],
  'zh-bill': ['Рахунок, будь ласка.', 'Rakhunok, bud laska.'],
  'zh-allergy': ['У мене алергія на арахіс.', 'U mene alerhiia na arakhis.'],
  'zh-address': [
    'Відвезіть мене за цією адресою, будь ласка.',
    'Vidvezit mene za tsiieiu adresoiu, bud laska.',
  ],
  'zh-slowly': ['Говоріть, будь ласка, повільніше.', 'Hovorit, bud laska, povilnishe.'],
  'es-reservation': ['У мене бронювання на цю ніч.', 'U mene broniuvannia na tsiu nich.'],
  'es-menu': ['Принесіть, будь ласка, меню.', 'Prynesit, bud laska, meniu.'],
  'es-card': ['Чи можна оплатити карткою?', 'Chy mozhna oplatyty kartkoiu?'],
  'ar-thanks': ['Щиро дякую за допомогу.', 'Shchyro diakuiu za dopomohu.'],
  'ar-pharmacy': [
    'Підкажіть, будь ласка, де найближча аптека?',
    'Pidkazhit, bud laska, de naiblyzhcha apteka?',
  ],
  'ar-passport': ['У мене загубився паспорт.', 'U mene zahubyvsia pasport.'],
  'bn-lost': ['Не можу знайти дорогу.', 'Ne mozhu znaity dorohu.'],
  'bn-next-bus': ['Коли відправляється наступний автобус?', 'Koly vidpravliaietsia nastupnyi avtobus?'],
  'bn-less-spicy': ['Зробіть, будь ласка, трохи менш гострим.', 'Zrobit, bud laska, trokhy mensh hostrym.'],
};
