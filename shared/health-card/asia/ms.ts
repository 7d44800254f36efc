import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Saya ada alahan makanan. Sedikit sahaja pun berbahaya bagi saya. Makanan saya tidak boleh mengandungi:',
  gluten: 'Bijirin bergluten (gandum, rai, barli, oat)',
  crustaceans: 'Krustasea (udang, ketam, udang karang)',
  eggs: 'Telur',
  fish: 'Ikan',
  peanuts: 'Kacang tanah',
  soy: 'Soya (tauhu, tempe, kicap)',
  milk: 'Susu dan hasil tenusu',
  nuts: 'Kekacang pokok (badam, kacang hazel, walnut, gajus)',
  celery: 'Saderi',
  mustard: 'Mustard (biji sawi)',
  sesame: 'Bijan',
  sulphites: 'Sulfit (dalam wain dan buah kering)',
  lupin: 'Lupin',
  molluscs: 'Moluska (kupang, tiram, sotong)',
  vegetarian: 'Saya tidak makan daging dan ikan.',
  vegan: 'Saya tidak makan apa-apa daripada haiwan: daging, ikan, telur, susu atau madu.',
  halal: 'Saya hanya makan makanan halal: tanpa babi dan tanpa alkohol.',
  kosher: 'Saya hanya makan makanan kosher.',
  'gluten-free': 'Saya tidak boleh makan gluten (gandum, rai, barli).',
  diabetes: 'Saya menghidap diabetes.',
  epilepsy: 'Saya menghidap epilepsi.',
  pregnancy: 'Saya sedang hamil.',
  asthma: 'Saya menghidap asma.',
  heart: 'Saya menghidap penyakit jantung.',
  'adrenaline-pen':
    'Saya membawa pen adrenalin. Jika saya mengalami reaksi alahan yang teruk, tolong bantu saya menggunakannya dan panggil ambulans.',
};
