import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Mam alergię pokarmową. Nawet mała ilość jest dla mnie niebezpieczna. Moje jedzenie nie może zawierać:',
  gluten: 'Zboża z glutenem (pszenica, żyto, jęczmień, owies)',
  crustaceans: 'Skorupiaki (krewetki, kraby, homary)',
  eggs: 'Jaja',
  fish: 'Ryby',
  peanuts: 'Orzeszki ziemne',
  soy: 'Soja',
  milk: 'Mleko i nabiał',
  nuts: 'Orzechy (migdały, orzechy laskowe, orzechy włoskie, nerkowce)',
  celery: 'Seler',
  mustard: 'Gorczyca (musztarda)',
  sesame: 'Sezam',
  sulphites: 'Siarczyny (w winie i suszonych owocach)',
  lupin: 'Łubin',
  molluscs: 'Mięczaki (małże, ostrygi, kalmary)',
  vegetarian: 'Nie jem mięsa ani ryb.',
  vegan: 'Nie jem niczego pochodzenia zwierzęcego: ani mięsa, ani ryb, ani jaj, ani mleka, ani miodu.',
  halal: 'Jem tylko potrawy halal: bez wieprzowiny i bez alkoholu.',
  kosher: 'Jem tylko potrawy koszerne.',
  'gluten-free': 'Nie mogę jeść glutenu (pszenica, żyto, jęczmień).',
  diabetes: 'Mam cukrzycę.',
  epilepsy: 'Mam padaczkę.',
  pregnancy: 'Jestem w ciąży.',
  asthma: 'Mam astmę.',
  heart: 'Mam chorobę serca.',
  'adrenaline-pen':
    'Mam przy sobie wstrzykiwacz z adrenaliną. W razie ciężkiej reakcji alergicznej proszę pomóc mi go użyć i wezwać karetkę.',
};
