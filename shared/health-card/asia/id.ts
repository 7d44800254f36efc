import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Saya alergi terhadap makanan tertentu. Sedikit saja berbahaya bagi saya. Makanan saya tidak boleh mengandung:',
  gluten: 'Sereal bergluten (gandum, gandum hitam, jelai, oat)',
  crustaceans: 'Krustasea (udang, kepiting, lobster)',
  eggs: 'Telur',
  fish: 'Ikan',
  peanuts: 'Kacang tanah',
  soy: 'Kedelai (tahu, tempe, kecap)',
  milk: 'Susu dan produk susu',
  nuts: 'Kacang pohon (almon, hazelnut, kenari, mete)',
  celery: 'Seledri',
  mustard: 'Mustar (sesawi)',
  sesame: 'Wijen',
  sulphites: 'Sulfit (dalam anggur minuman dan buah kering)',
  lupin: 'Lupin',
  molluscs: 'Moluska (kerang, tiram, cumi-cumi)',
  vegetarian: 'Saya tidak makan daging dan ikan.',
  vegan: 'Saya tidak makan apa pun dari hewan: daging, ikan, telur, susu, atau madu.',
  halal: 'Saya hanya makan makanan halal: tanpa babi dan tanpa alkohol.',
  kosher: 'Saya hanya makan makanan kosher.',
  'gluten-free': 'Saya tidak boleh makan gluten (gandum, gandum hitam, jelai).',
  diabetes: 'Saya menderita diabetes.',
  epilepsy: 'Saya menderita epilepsi.',
  pregnancy: 'Saya sedang hamil.',
  asthma: 'Saya menderita asma.',
  heart: 'Saya menderita penyakit jantung.',
  'adrenaline-pen':
    'Saya membawa pena suntik adrenalin. Jika saya mengalami reaksi alergi berat, tolong bantu saya menggunakannya dan panggil ambulans.',
};
