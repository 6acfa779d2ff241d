import { hash } from 'node:crypto';
import type { Community } from '#community/community.ts';

type Look = {
  community: { settings(): { accent: string | null }; logo(): ReturnType<Community['logo']> };
};

/** Returns a version that changes whenever the icons do, with the logo and the accent. */
export function versionOfIcons({ community }: Look): string {
  const inputs = [community.settings().accent, community.logo().version, community.logo().stored?.filename];
  return hash('sha256', JSON.stringify(inputs), 'base64url').slice(0, 12);
}

/** Returns an icon's address. It changes with the look, because devices keep icons for a long time. */
export const iconAddress = (look: Look, name: string): string => `/api/app-icons/${name}.png?v=${versionOfIcons(look)}`;

/** iOS rounds the corners of a square icon itself. */
const shapes = { '': 'rounded', 'square-': 'square', 'maskable-': 'maskable' } as const;

/** Returns the size and shape in an icon's name; null for a name that no page or manifest uses. */
export function parseIconName(name: string): { size: number; shape: (typeof shapes)[keyof typeof shapes] } | null {
  const match = /^(?:(maskable-|)(192|512)|(square-)(180))\.png$/.exec(name);
  if (!match) return null;
  const [, anyShape, anySize, square, squareSize] = match;
  return { size: Number(anySize ?? squareSize), shape: shapes[(anyShape ?? square ?? '') as keyof typeof shapes] };
}
