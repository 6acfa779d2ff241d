/**
 * Settings of this community that the server writes into the page's head, such as its name, which also replaces the
 * built-in one in the landing page.
 */

export const readMeta = (name: string): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

export const siteName = readMeta('application-name') ?? 'Afterhours';
/** The image that replaces the built-in logo: its address, width and height. */
export const siteLogo = readMeta('site-logo')?.split(' ');
/** Whether members may sign in with a password. If not, they use a passkey or another provider. */
export const passwordsUsed = readMeta('passwords') === null;
/** Who may join: everybody, people whom the staff accept, people with an invitation, or nobody. */
export const registration = readMeta('registration') ?? 'open';
export const copyright = `© 2023 ${siteName}`;

/** Returns the title of a page, such as "Messages · Afterhours". */
export const pageTitle = (title: string): string => `${title} · ${siteName}`;
