/** More that the server has written into the page's head: apart, because the login page does not need it. */
import { readMeta } from './site.ts';

/** The address of those who run the community; null where none is set. */
export const supportEmail = readMeta('support-email');
/** What the community tells those who are about to join; null where it has written nothing. */
export const aboutSite = readMeta('about-site');
/** What those who run the community announce; null for nothing. */
export const announcement = readMeta('announcement');
/** Whether anybody may join, those whom the staff accept, somebody with an invitation, or nobody. */
export const registration = readMeta('registration') ?? 'open';
/** Whether registering asks for a proof of work. */
export const asksForWork = readMeta('proof-of-work') !== null;
/** What the community asks those who want to join; null for the built-in question. */
export const joinQuestion = readMeta('join-question');
