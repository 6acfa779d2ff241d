import { createNews } from '#lib/lists/news.ts';

/** What becomes of the viewer's applications: in other windows, and by those who offer the jobs. */
export const [reloadApplications, onApplicationNews] = createNews();
