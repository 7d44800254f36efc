/** The languages of the landing page's example, which its script takes to the translator. */
export const examplePair = { source: 'en-US', target: 'es-ES' };
