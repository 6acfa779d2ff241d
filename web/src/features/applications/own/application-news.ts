import { createNews } from '#lib/lists/news.ts';

/** Notifies pages of changes to the viewer's applications, made in other tabs or by the jobs' authors. */
export const [reloadApplications, onApplicationNews] = createNews();
