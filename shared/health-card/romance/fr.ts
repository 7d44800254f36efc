import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'J’ai une allergie alimentaire. Même une petite quantité est dangereuse pour moi. Mon repas ne doit pas contenir\u00a0:',
  gluten: 'Céréales contenant du gluten (blé, seigle, orge, avoine)',
  crustaceans: 'Crustacés (crevettes, crabe, homard)',
  eggs: 'Œufs',
  fish: 'Poisson',
  peanuts: 'Arachides (cacahuètes)',
  soy: 'Soja',
  milk: 'Lait et produits laitiers',
  nuts: 'Fruits à coque (amandes, noisettes, noix, noix de cajou)',
  celery: 'Céleri',
  mustard: 'Moutarde',
  sesame: 'Sésame',
  sulphites: 'Sulfites (dans le vin et les fruits séchés)',
  lupin: 'Lupin',
  molluscs: 'Mollusques (moules, huîtres, calamars)',
  vegetarian: 'Je ne mange ni viande ni poisson.',
  vegan: 'Je ne mange rien d’origine animale\u00a0: ni viande, ni poisson, ni œufs, ni lait, ni miel.',
  halal: 'Je mange uniquement halal\u00a0: ni porc ni alcool.',
  kosher: 'Je mange uniquement casher.',
  'gluten-free': 'Je ne dois pas manger de gluten (blé, seigle, orge).',
  diabetes: 'J’ai du diabète.',
  epilepsy: 'Je souffre d’épilepsie.',
  pregnancy: 'Je suis enceinte.',
  asthma: 'J’ai de l’asthme.',
  heart: 'J’ai une maladie du cœur.',
  'adrenaline-pen':
    'J’ai sur moi un stylo auto-injecteur d’adrénaline. Si je fais une réaction allergique grave, aidez-moi à l’utiliser et appelez une ambulance.',
};
