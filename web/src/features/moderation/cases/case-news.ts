import { createNews } from '#lib/lists/news.ts';

/** Announces cases that other staff changed, or the viewer in another tab, with the ids of the cases. */
export const [reloadCases, onCaseNews] = createNews<readonly string[]>();
