import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Ik heb een voedselallergie. Zelfs een kleine hoeveelheid is gevaarlijk voor mij. In mijn eten mag dit niet zitten:',
  gluten: 'Granen met gluten (tarwe, rogge, gerst, haver)',
  crustaceans: 'Schaaldieren (garnalen, krab, kreeft)',
  eggs: 'Eieren',
  fish: 'Vis',
  peanuts: 'Pinda’s',
  soy: 'Soja',
  milk: 'Melk en zuivelproducten',
  nuts: 'Noten (amandelen, hazelnoten, walnoten, cashewnoten)',
  celery: 'Selderij',
  mustard: 'Mosterd',
  sesame: 'Sesam',
  sulphites: 'Sulfieten (in wijn en gedroogd fruit)',
  lupin: 'Lupine',
  molluscs: 'Weekdieren (mosselen, oesters, inktvis)',
  vegetarian: 'Ik eet geen vlees en geen vis.',
  vegan: 'Ik eet niets van dieren: geen vlees, vis, eieren, melk of honing.',
  halal: 'Ik eet alleen halal: geen varkensvlees en geen alcohol.',
  kosher: 'Ik eet alleen koosjer.',
  'gluten-free': 'Ik mag geen gluten eten (tarwe, rogge, gerst).',
  diabetes: 'Ik heb diabetes.',
  epilepsy: 'Ik heb epilepsie.',
  pregnancy: 'Ik ben zwanger.',
  asthma: 'Ik heb astma.',
  heart: 'Ik heb een hartaandoening.',
  'adrenaline-pen':
    'Ik heb een adrenalinepen bij me. Help mij die te gebruiken als ik een ernstige allergische reactie krijg, en bel een ambulance.',
};
