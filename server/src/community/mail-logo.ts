import type { Community } from './community.ts';

const HEIGHT = 40;
const MAX_WIDTH = 160;

/** The logo as shown in mails. Its URL stays the same, because mails are read long after they were sent. */
export function findMailLogo(community: Pick<Community, 'logo'>, publicUrl: string) {
  const { stored } = community.logo();
  if (!stored) return null;
  const ratio = stored.width / stored.height;
  const width = Math.max(1, Math.min(MAX_WIDTH, Math.round(HEIGHT * ratio)));
  return { address: `${publicUrl}/api/community/logo`, width, height: Math.max(1, Math.round(width / ratio)) };
}
