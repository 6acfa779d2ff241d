import { createNews } from '#lib/browser/news.ts';

/** What becomes of the viewer's seats: by other windows, by hosts, and by offers. */
export const [reloadSeats, onSeatNews] = createNews();
