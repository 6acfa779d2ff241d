import { buffer } from 'node:stream/consumers';
import type { Services } from '#services.ts';

const SIZE = '-256.jpg';

/** Returns the logo of the community in base64; null for none, or one whose file is away. */
export async function loadLogo({
  community,
  storage,
}: Pick<Services, 'community' | 'storage'>): Promise<string | null> {
  const { stored } = community.logo();
  if (!stored) return null;
  const object = await storage.read(`users/${stored.filename.replace(/\.jpg$/, SIZE)}`).catch(() => null);
  return object && (await buffer(object.stream)).toString('base64');
}
