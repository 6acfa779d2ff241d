import { buffer } from 'node:stream/consumers';
import type { Services } from '#services.ts';

const SIZE = '-256.jpg';

/** Returns the community's logo in base64; null if there is none or its file is missing. */
export async function loadLogo({
  community,
  storage,
}: Pick<Services, 'community' | 'storage'>): Promise<string | null> {
  const { stored } = community.logo();
  if (!stored) return null;
  const object = await storage.read(`users/${stored.filename.replace(/\.jpg$/, SIZE)}`).catch(() => null);
  return object && (await buffer(object.stream)).toString('base64');
}
