import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Am o alergie alimentară. Chiar și o cantitate mică este periculoasă pentru mine. Mâncarea mea nu trebuie să conțină:',
  gluten: 'Cereale cu gluten (grâu, secară, orz, ovăz)',
  crustaceans: 'Crustacee (creveți, crabi, homar)',
  eggs: 'Ouă',
  fish: 'Pește',
  peanuts: 'Arahide',
  soy: 'Soia',
  milk: 'Lapte și produse lactate',
  nuts: 'Fructe cu coajă lemnoasă (migdale, alune de pădure, nuci, caju)',
  celery: 'Țelină',
  mustard: 'Muștar',
  sesame: 'Susan',
  sulphites: 'Sulfiți (în vin și în fructe uscate)',
  lupin: 'Lupin',
  molluscs: 'Moluște (midii, stridii, calamari)',
  vegetarian: 'Nu mănânc nici carne, nici pește.',
  vegan: 'Nu mănânc nimic de origine animală: nici carne, nici pește, nici ouă, nici lapte, nici miere.',
  halal: 'Mănânc numai mâncare halal: fără carne de porc și fără alcool.',
  kosher: 'Mănânc numai mâncare cușer.',
  'gluten-free': 'Nu am voie să mănânc gluten (grâu, secară, orz).',
  diabetes: 'Am diabet.',
  epilepsy: 'Am epilepsie.',
  pregnancy: 'Sunt însărcinată.',
  asthma: 'Am astm.',
  heart: 'Am o boală de inimă.',
  'adrenaline-pen':
    'Am la mine un stilou injector cu adrenalină. Dacă am o reacție alergică gravă, vă rog să mă ajutați să îl folosesc și să chemați o ambulanță.',
};
