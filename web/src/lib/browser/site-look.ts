/** Shows what the owners have changed of the community's look while the page is open, as a reload would. */
import type { CommunityLogo, CommunityLook } from '@afterhours/contract/community/community';
import { ACCENT_SELECTOR, LOGO_HEIGHT, logoWidth } from '@afterhours/contract/constants/look';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { renameSite } from './site.ts';

const ofWidth = ({ url }: CommunityLogo, width: number): string => url.replace(/\.webp$/, `-${width}.webp`);

function showIcon(logo: CommunityLogo | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  icon.type = logo ? 'image/webp' : 'image/svg+xml';
  icon.href = logo ? ofWidth(logo, 96) : '/favicon.svg';
}

/** The rule of the present accent, which replaces the one that the server has written into the page's head. */
let sheet: CSSStyleSheet | undefined;

/** Returns the rule for an accent. Most communities have none and need none of the code. */
async function writeRule(accent: string): Promise<string> {
  const { writeAccent } = await loadWithRetries(() => import('@afterhours/contract/community/accent'));
  return writeAccent(accent);
}

async function showAccent(accent: string | null): Promise<void> {
  const rule = accent === null ? '' : await writeRule(accent);
  for (const style of document.querySelectorAll('head style'))
    if (style.textContent?.startsWith(ACCENT_SELECTOR)) style.remove();
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(rule);
}

/** Shows the name, the logo and the accent colour. */
export async function showLook({ name, logo, accent }: CommunityLook): Promise<void> {
  renameSite({ name, logo: logo && `${ofWidth(logo, 256)} ${logoWidth(logo)} ${LOGO_HEIGHT}` });
  showIcon(logo);
  await showAccent(accent);
}
