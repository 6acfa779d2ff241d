import { createNews } from '#lib/lists/news.ts';

/** What becomes of the viewer's seats: by other windows, by hosts, and by offers. */
export const [reloadSeats, onSeatNews] = createNews();
