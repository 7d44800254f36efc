/** A file of the site, so that it can be read while the API is down. The job `probe` writes it. */
export const statusFile = '/status.json';

/** In the order of the page `/status`. */
export const productParts = ['site', 'translation', 'recognition', 'speech', 'accounts', 'payments'] as const;

export type ProductPart = (typeof productParts)[number];

/** `off`: this deployment does not offer it. */
export const partStates = ['up', 'down', 'off'] as const;

export type PartState = (typeof partStates)[number];
