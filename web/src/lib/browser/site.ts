/**
 * The name of this community: the server writes it into the page's head, and over the one in the landing page.
 */

export const readMeta = (name: string): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

export const siteName = readMeta('application-name') ?? 'Afterhours';
/** The picture in place of the built-in mark: its address, and the size in which it is drawn. */
export type SiteLogo = { src: string; width: number; height: number };
function readLogo(): SiteLogo | null {
  const [src, width, height] = readMeta('site-logo')?.split(' ') ?? [];
  return src ? { src, width: Number(width), height: Number(height) } : null;
}
export const siteLogo = readLogo();
export const copyright = `© 2023 ${siteName}`;

/** The title of a page: "Messages · Afterhours". */
export const pageTitle = (title: string): string => `${title} · ${siteName}`;
