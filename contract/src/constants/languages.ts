/** The languages that the pages are shipped in, by their own names: those of the catalogs in `contract/texts`. */
export const languageNames = { en: 'English' } as const;
export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as [Language, ...Language[]];
