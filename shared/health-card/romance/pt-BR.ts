import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Tenho alergia alimentar. Mesmo uma pequena quantidade é perigosa para mim. Minha comida não pode conter:',
  gluten: 'Cereais com glúten (trigo, centeio, cevada, aveia)',
  crustaceans: 'Crustáceos (camarão, caranguejo, lagosta)',
  eggs: 'Ovos',
  fish: 'Peixe',
  peanuts: 'Amendoim',
  soy: 'Soja',
  milk: 'Leite e laticínios',
  nuts: 'Castanhas e nozes (amêndoas, avelãs, nozes, castanha-de-caju)',
  celery: 'Aipo (salsão)',
  mustard: 'Mostarda',
  sesame: 'Gergelim',
  sulphites: 'Sulfitos (no vinho e nas frutas secas)',
  lupin: 'Tremoço',
  molluscs: 'Moluscos (mexilhões, ostras, lulas)',
  vegetarian: 'Não como carne nem peixe.',
  vegan: 'Não como nada de origem animal: nem carne, nem peixe, nem ovos, nem leite, nem mel.',
  halal: 'Só como comida halal: sem porco e sem álcool.',
  kosher: 'Só como comida kosher.',
  'gluten-free': 'Não posso comer glúten (trigo, centeio, cevada).',
  diabetes: 'Tenho diabetes.',
  epilepsy: 'Tenho epilepsia.',
  pregnancy: 'Estou grávida.',
  asthma: 'Tenho asma.',
  heart: 'Tenho uma doença do coração.',
  'adrenaline-pen':
    'Carrego uma caneta de adrenalina. Se eu tiver uma reação alérgica grave, ajude-me a usá-la e chame uma ambulância.',
};
