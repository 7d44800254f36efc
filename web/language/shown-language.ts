/** The language of the interface, for `Intl`. The build writes each language's code here. */
export const shownLanguage: string = 'en';
