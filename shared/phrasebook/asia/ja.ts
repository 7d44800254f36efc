import type { RomanisedBook } from '../book.ts';

export const book: RomanisedBook = {
  'en-train-station': ['駅はどこですか。', 'Eki wa doko desu ka?'],
  'en-price': ['これはいくらですか。', 'Kore wa ikura desu ka?'],
  'en-do-not-understand': ['すみません、わかりません。', 'Sumimasen, wakarimasen.'],
  'en-doctor': ['お医者さんに診てもらいたいです。', 'Oisha-san ni mite moraitai desu.'],
  'en-wifi': ['Wi-Fiのパスワードを教えていただけますか。', 'Waifai no pasuwādo o oshiete itadakemasu ka?'],
  'en-speak-english': ['すみません、英語を話せますか。', 'Sumimasen, eigo o hanasemasu ka?'],
  'hi-toilet': ['すみません、トイレはどこですか。', 'Sumimasen, toire wa doko desu ka?'],
  'hi-water': ['お水を一本お願いします。', 'Omizu o ippon onegai shimasu.'],
  'hi-vegetarian': ['肉も魚も食べません。', 'Niku mo sakana mo tabemasen.'],
  'hi-help': ['手伝っていただけますか。', 'Tetsudatte itadakemasu ka?'],
  'zh-bill': ['お会計をお願いします。', 'Okaikei o onegai shimasu.'],
  'zh-allergy': ['ピーナッツアレルギーがあります。', 'Pīnattsu arerugī ga arimasu.'],
  'zh-address': ['この住所までお願いします。', 'Kono jūsho made onegai shimasu.'],
  'zh-slowly': ['もう少しゆっくり話していただけますか。', 'Mō sukoshi yukkuri hanashite itadakemasu ka?'],
  'es-reservation': ['今夜泊まる予約をしています。', 'Kon’ya tomaru yoyaku o shite imasu.'],
  'es-menu': ['メニューをお願いします。', 'Menyū o onegai shimasu.'],
  'es-card': ['カードで払えますか。', 'Kādo de haraemasu ka?'],
  'ar-thanks': [
    '手伝っていただき、本当にありがとうございます。',
    'Tetsudatte itadaki, hontō ni arigatō gozaimasu.',
  ],
  'ar-pharmacy': [
    'すみません、一番近い薬局はどこですか。',
    'Sumimasen, ichiban chikai yakkyoku wa doko desu ka?',
  ],
  'ar-passport': ['パスポートをなくしました。', 'Pasupōto o nakushimashita.'],
  'bn-lost': ['道に迷いました。', 'Michi ni mayoimashita.'],
  'bn-next-bus': ['次のバスは何時に出ますか。', 'Tsugi no basu wa nanji ni demasu ka?'],
  'bn-less-spicy': ['辛さを少し控えめにしてください。', 'Karasa o sukoshi hikaeme ni shite kudasai.'],
};
