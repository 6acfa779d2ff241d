import { iconAddress } from '#http/pages/app/icons.ts';
import type { brandPage } from '#http/pages/site-heads.ts';

/** A community as it is on the first start: with a name, and defaults for everything else. */
export const plainSite: Parameters<typeof brandPage>[1] = {
  name: 'Afterhours',
  about: null,
  contact: null,
  announcement: null,
  registration: 'open',
  question: null,
  accent: null,
  language: 'en',
  proofOfWork: false,
  logo: null,
  passwords: true,
  icon: iconAddress(
    { community: { settings: () => ({ accent: null }), logo: () => ({ stored: null, version: 0 }) } },
    'square-180',
  ),
  appBuild: null,
};
