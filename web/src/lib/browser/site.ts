/**
 * The name of this community, and the address of those who run it: the server writes both into the page's head, and the
 * name over the one in the landing page.
 */

const readMeta = (name: string): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

export const siteName = readMeta('application-name') ?? 'Afterhours';
/** Null where nobody has said it. */
export const supportEmail = readMeta('support-email');
/** What the community tells those who are about to join; null where it has written nothing. */
export const aboutSite = readMeta('about-site');
/** What those who run the community announce; null for nothing. */
export const announcement = readMeta('announcement');
/** Whether anybody may join, those whom the staff accept, somebody with an invitation, or nobody. */
export const registration = readMeta('registration') ?? 'open';
/** What the community asks those who want to join; null for the built-in question. */
export const joinQuestion = readMeta('join-question');
export const copyright = `© 2023 ${siteName}`;

/** The title of a page: "Messages · Afterhours". */
export const pageTitle = (title: string): string => `${title} · ${siteName}`;
