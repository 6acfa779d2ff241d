import { createNews } from '#lib/lists/news.ts';

/** What becomes of cases, by others on the staff or in other windows; with the ids of the cases. */
export const [reloadCases, onCaseNews] = createNews<readonly string[]>();
