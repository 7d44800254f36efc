export const allergens = [
  ...(['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk'] as const),
  ...(['nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs'] as const),
];

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free'] as const;

export const conditions = ['diabetes', 'epilepsy', 'pregnancy', 'asthma', 'heart', 'adrenaline-pen'] as const;

export type CardEntry = (typeof allergens | typeof diets | typeof conditions)[number];

/** `allergy` leads the list of allergens. The others are whole sentences, allergens excepted. */
export type CardTexts = Readonly<Record<CardEntry | 'allergy', string>>;
