import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Tenho uma alergia alimentar. Mesmo uma pequena quantidade é perigosa para mim. A minha comida não pode conter:',
  gluten: 'Cereais com glúten (trigo, centeio, cevada, aveia)',
  crustaceans: 'Crustáceos (camarão, caranguejo, lagosta)',
  eggs: 'Ovos',
  fish: 'Peixe',
  peanuts: 'Amendoins',
  soy: 'Soja',
  milk: 'Leite e laticínios',
  nuts: 'Frutos de casca rija (amêndoas, avelãs, nozes, cajus)',
  celery: 'Aipo',
  mustard: 'Mostarda',
  sesame: 'Sésamo',
  sulphites: 'Sulfitos (no vinho e na fruta desidratada)',
  lupin: 'Tremoço',
  molluscs: 'Moluscos (mexilhões, ostras, lulas)',
  vegetarian: 'Não como carne nem peixe.',
  vegan: 'Não como nada de origem animal: nem carne, nem peixe, nem ovos, nem leite, nem mel.',
  halal: 'Só como comida halal: nem porco nem álcool.',
  kosher: 'Só como comida kosher.',
  'gluten-free': 'Não posso comer glúten (trigo, centeio, cevada).',
  diabetes: 'Tenho diabetes.',
  epilepsy: 'Tenho epilepsia.',
  pregnancy: 'Estou grávida.',
  asthma: 'Tenho asma.',
  heart: 'Tenho uma doença do coração.',
  'adrenaline-pen':
    'Trago comigo uma caneta de adrenalina. Se eu tiver uma reação alérgica grave, ajude-me a usá-la e chame uma ambulância.',
};
