import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Tengo una alergia alimentaria. Incluso una cantidad pequeña es peligrosa para mí. Mi comida no puede contener:',
  gluten: 'Cereales con gluten (trigo, centeno, cebada, avena)',
  crustaceans: 'Crustáceos (camarones, cangrejo, langosta)',
  eggs: 'Huevos',
  fish: 'Pescado',
  peanuts: 'Maní (cacahuate)',
  soy: 'Soya',
  milk: 'Leche y productos lácteos',
  nuts: 'Nueces y otros frutos secos (almendras, avellanas, nueces, castañas de cajú)',
  celery: 'Apio',
  mustard: 'Mostaza',
  sesame: 'Ajonjolí (sésamo)',
  sulphites: 'Sulfitos (en el vino y la fruta deshidratada)',
  lupin: 'Altramuz (lupino)',
  molluscs: 'Moluscos (mejillones, ostras, calamares)',
  vegetarian: 'No como carne ni pescado.',
  vegan: 'No como nada de origen animal: ni carne, ni pescado, ni huevos, ni leche, ni miel.',
  halal: 'Solo como comida halal: ni cerdo ni alcohol.',
  kosher: 'Solo como comida kosher.',
  'gluten-free': 'No puedo comer gluten (trigo, centeno, cebada).',
  diabetes: 'Tengo diabetes.',
  epilepsy: 'Tengo epilepsia.',
  pregnancy: 'Estoy embarazada.',
  asthma: 'Tengo asma.',
  heart: 'Tengo una enfermedad del corazón.',
  'adrenaline-pen':
    'Llevo un autoinyector de adrenalina. Si tengo una reacción alérgica grave, ayúdeme a usarlo y llame a una ambulancia.',
};
