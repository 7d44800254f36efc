import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Ich habe eine Lebensmittelallergie. Schon eine kleine Menge ist für mich gefährlich. Mein Essen darf Folgendes nicht enthalten:',
  gluten: 'Getreide mit Gluten (Weizen, Roggen, Gerste, Hafer)',
  crustaceans: 'Krebstiere (Garnelen, Krabben, Hummer)',
  eggs: 'Eier',
  fish: 'Fisch',
  peanuts: 'Erdnüsse',
  soy: 'Soja',
  milk: 'Milch und Milchprodukte',
  nuts: 'Nüsse (Mandeln, Haselnüsse, Walnüsse, Cashews)',
  celery: 'Sellerie',
  mustard: 'Senf',
  sesame: 'Sesam',
  sulphites: 'Sulfite (in Wein und Trockenfrüchten)',
  lupin: 'Lupinen',
  molluscs: 'Weichtiere (Muscheln, Austern, Tintenfisch)',
  vegetarian: 'Ich esse kein Fleisch und keinen Fisch.',
  vegan: 'Ich esse nichts vom Tier: kein Fleisch, keinen Fisch, keine Eier, keine Milch und keinen Honig.',
  halal: 'Ich esse nur halal: kein Schweinefleisch und keinen Alkohol.',
  kosher: 'Ich esse nur koscher.',
  'gluten-free': 'Ich darf kein Gluten essen (Weizen, Roggen, Gerste).',
  diabetes: 'Ich habe Diabetes.',
  epilepsy: 'Ich habe Epilepsie.',
  pregnancy: 'Ich bin schwanger.',
  asthma: 'Ich habe Asthma.',
  heart: 'Ich habe eine Herzkrankheit.',
  'adrenaline-pen':
    'Ich habe einen Adrenalin-Pen bei mir. Bitte helfen Sie mir bei einer schweren allergischen Reaktion, ihn zu benutzen, und rufen Sie den Rettungsdienst.',
};
