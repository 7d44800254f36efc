import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Tinc una al·lèrgia alimentària. Fins i tot una quantitat petita és perillosa per a mi. El meu menjar no pot contenir:',
  gluten: 'Cereals amb gluten (blat, sègol, ordi, civada)',
  crustaceans: 'Crustacis (gambes, cranc, llagosta)',
  eggs: 'Ous',
  fish: 'Peix',
  peanuts: 'Cacauets',
  soy: 'Soja',
  milk: 'Llet i productes lactis',
  nuts: 'Fruita seca (ametlles, avellanes, nous, anacards)',
  celery: 'Api',
  mustard: 'Mostassa',
  sesame: 'Sèsam',
  sulphites: 'Sulfits (en el vi i la fruita dessecada)',
  lupin: 'Tramús',
  molluscs: 'Mol·luscos (musclos, ostres, calamars)',
  vegetarian: 'No menjo carn ni peix.',
  vegan: 'No menjo res d’origen animal: ni carn, ni peix, ni ous, ni llet, ni mel.',
  halal: 'Només menjo aliments halal: ni porc ni alcohol.',
  kosher: 'Només menjo aliments caixer.',
  'gluten-free': 'No puc menjar gluten (blat, sègol, ordi).',
  diabetes: 'Tinc diabetis.',
  epilepsy: 'Tinc epilèpsia.',
  pregnancy: 'Estic embarassada.',
  asthma: 'Tinc asma.',
  heart: 'Tinc una malaltia del cor.',
  'adrenaline-pen':
    'Porto un autoinjector d’adrenalina. Si tinc una reacció al·lèrgica greu, ajudi’m a fer-lo servir i truqui a una ambulància.',
};
