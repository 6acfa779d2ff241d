import { createNews } from '#lib/lists/news.ts';

/** Announces changes to the viewer's seats: by other tabs, by hosts, and by offers. */
export const [reloadSeats, onSeatNews] = createNews();
