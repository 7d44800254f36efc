import type { CardTexts } from '../entries.ts';

export const texts: CardTexts = {
  allergy:
    'Ho un’allergia alimentare. Anche una piccola quantità è pericolosa per me. Il mio cibo non deve contenere:',
  gluten: 'Cereali con glutine (grano, segale, orzo, avena)',
  crustaceans: 'Crostacei (gamberi, granchi, aragosta)',
  eggs: 'Uova',
  fish: 'Pesce',
  peanuts: 'Arachidi',
  soy: 'Soia',
  milk: 'Latte e latticini',
  nuts: 'Frutta a guscio (mandorle, nocciole, noci, anacardi)',
  celery: 'Sedano',
  mustard: 'Senape',
  sesame: 'Sesamo',
  sulphites: 'Solfiti (nel vino e nella frutta essiccata)',
  lupin: 'Lupini',
  molluscs: 'Molluschi (cozze, ostriche, calamari)',
  vegetarian: 'Non mangio né carne né pesce.',
  vegan: 'Non mangio nulla di origine animale: né carne, né pesce, né uova, né latte, né miele.',
  halal: 'Mangio solo cibo halal: niente maiale e niente alcol.',
  kosher: 'Mangio solo cibo kosher.',
  'gluten-free': 'Non posso mangiare glutine (grano, segale, orzo).',
  diabetes: 'Ho il diabete.',
  epilepsy: 'Ho l’epilessia.',
  pregnancy: 'Sono incinta.',
  asthma: 'Ho l’asma.',
  heart: 'Ho una malattia al cuore.',
  'adrenaline-pen':
    'Ho con me un autoiniettore di adrenalina. Se ho una grave reazione allergica, mi aiuti a usarlo e chiami un’ambulanza.',
};
