import type { Webinar } from './payment-commands.ts';

/** Whether the viewer may come in: the host, who has paid, and who has a free seat. */
export const mayEnter = ({ link, webinar }: Pick<Webinar, 'link' | 'webinar'>): boolean =>
  link !== null || webinar?.mySeat?.state === 'free';
