import type { RomanisedBook } from '../book.ts';

export const book: RomanisedBook = {
  'en-train-station': ['Где находится железнодорожный вокзал?', 'Gde nakhoditsya zheleznodorozhnyy vokzal?'],
  'en-price': ['Сколько это стоит?', 'Skolko eto stoit?'],
  'en-do-not-understand': ['Извините, я не понимаю.', 'Izvinite, ya ne ponimayu.'],
  'en-doctor': ['Мне нужно к врачу.', 'Mne nuzhno k vrachu.'],
  'en-wifi': ['Скажите, пожалуйста, какой пароль от Wi-Fi?', 'Skazhite, pozhaluysta, kakoy parol ot Wi-Fi?'],
  'en-speak-english': ['Извините, вы говорите по-английски?', 'Izvinite, vy govorite po-angliyski?'],
  'hi-toilet': ['Извините, где туалет?', 'Izvinite, gde tualet?'],
  'hi-water': ['Бутылку воды, пожалуйста.', 'Butylku vody, pozhaluysta.'],
  'hi-vegetarian': ['Я не ем мясо и рыбу.', 'Ya ne yem myaso i rybu.'],
  'hi-help': ['Вы можете мне помочь?', 'Vy mozhete mne pomoch?'],
  'zh-bill': ['Счёт, пожалуйста.', 'Schyot, pozhaluysta.'],
  'zh-allergy': ['У меня аллергия на арахис.', 'U menya allergiya na arakhis.'],
  'zh-address': [
    'Отвезите меня по этому адресу, пожалуйста.',
    'Otvezite menya po etomu adresu, pozhaluysta.',
  ],
  'zh-slowly': ['Говорите, пожалуйста, медленнее.', 'Govorite, pozhaluysta, medlenneye.'],
  'es-reservation': ['У меня бронь на эту ночь.', 'U menya bron na etu noch.'],
  'es-menu': ['Принесите, пожалуйста, меню.', 'Prinesite, pozhaluysta, menyu.'],
  'es-card': ['Можно оплатить картой?', 'Mozhno oplatit kartoy?'],
  'ar-thanks': ['Большое спасибо за помощь.', 'Bolshoye spasibo za pomoshch.'],
  'ar-pharmacy': [
    'Скажите, пожалуйста, где ближайшая аптека?',
    'Skazhite, pozhaluysta, gde blizhayshaya apteka?',
  ],
  'ar-passport': ['У меня потерялся паспорт.', 'U menya poteryalsya pasport.'],
  'bn-lost': ['Не могу найти дорогу.', 'Ne mogu nayti dorogu.'],
  'bn-next-bus': ['Когда отправляется следующий автобус?', 'Kogda otpravlyayetsya sleduyushchiy avtobus?'],
  'bn-less-spicy': ['Сделайте, пожалуйста, чуть менее острым.', 'Sdelayte, pozhaluysta, chut meneye ostrym.'],
};
