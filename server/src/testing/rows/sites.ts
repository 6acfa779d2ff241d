import { iconAddress } from '#http/pages/app/icons.ts';
import type { nameSite } from '#http/pages/site-heads.ts';

/** A community as its start makes it: with a name, and everything else as it is by default. */
export const plainSite: Parameters<typeof nameSite>[1] = {
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
