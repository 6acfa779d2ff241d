/**
 * The name of this community: the server writes it into the page's head, and over the one in the landing page.
 */

export const readMeta = (name: string): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

export const siteName = readMeta('application-name') ?? 'Afterhours';
/** The picture in place of the built-in mark: its address, width and height. */
export const siteLogo = readMeta('site-logo')?.split(' ');
/** Whether members sign in with passwords; otherwise only with a passkey or elsewhere. */
export const passwordsUsed = readMeta('passwords') === null;
export const copyright = `© 2023 ${siteName}`;

/** The title of a page: "Messages · Afterhours". */
export const pageTitle = (title: string): string => `${title} · ${siteName}`;
