/**
 * Further settings that the server writes into the page's head, in a module of their own because the login page does
 * not need them.
 */
import { readMeta } from './site.ts';

/** The community's address for questions; null if none is set. */
export const supportEmail = readMeta('support-email');
/** The community's introduction for people who are about to join; null if there is none. */
export const aboutSite = readMeta('about-site');
/** The owners' current announcement; null if there is none. */
export const announcement = readMeta('announcement');
/** Whether registering requires a proof of work. */
export const asksForWork = readMeta('proof-of-work') !== null;
/** The question that the community asks people who want to join; null for the built-in question. */
export const joinQuestion = readMeta('join-question');
