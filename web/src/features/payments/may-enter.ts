import type { Webinar } from './payment-commands.ts';

/** Whether the viewer may enter: the host, members who have paid, and members with a free seat. */
export const mayEnter = ({ link, webinar }: Pick<Webinar, 'link' | 'webinar'>): boolean =>
  link !== null || webinar?.mySeat?.state === 'free';
