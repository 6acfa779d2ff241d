/** The community's logo in the page that the server sends: in its head, and in place of the built-in mark. */
import { LOGO_HEIGHT, logoWidth } from '@afterhours/contract/constants/look';
import type { StoredLogo } from '#db/schema/tables/community.ts';

const fileOf = ({ filename }: StoredLogo, suffix: string) => `/api/uploads/users/${filename.replace(/\.jpg$/, suffix)}`;

/** Returns the addresses of the logo as a small picture. */
export const iconOf = (logo: StoredLogo) => ({ webp: fileOf(logo, '-96.webp'), jpeg: fileOf(logo, '-96.jpg') });

/** The tag that `web/src/lib/browser/site.ts` reads: address, width and height. */
export const writeLogoMeta = (logo: StoredLogo): string =>
  `<meta name="site-logo" content="${fileOf(logo, '-256.webp')} ${logoWidth(logo)} ${LOGO_HEIGHT}" />`;

const MARK = /<svg[^>]*viewBox="0 0 28 28"[^>]*>[\s\S]*?<\/svg>/g;
const NAME = /aria-label="([^"]*)"/;
const ICON = /<link rel="icon"[^>]*>/;

/**
 * Inserts the logo in place of a built page's mark, and as its icon. Like the mark, it is labelled with the built-in
 * name, which is replaced by the community's name later.
 */
export function insertLogo(page: string, logo: StoredLogo): string {
  const [src, width, icons] = [fileOf(logo, '-256.webp'), logoWidth(logo), iconOf(logo)];
  const size = `src="${src}" width="${width}" height="${LOGO_HEIGHT}"`;
  return page
    .replaceAll(MARK, (mark) => `<img ${size} alt="${NAME.exec(mark)?.[1] ?? ''}" />`)
    .replace(ICON, () => `<link rel="icon" href="${icons.webp}" type="image/webp" />`);
}
