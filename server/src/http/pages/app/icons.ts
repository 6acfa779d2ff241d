import { createHash } from 'node:crypto';
import type { Community } from '#community/community.ts';

type Look = {
  community: { settings(): { accent: string | null }; logo(): ReturnType<Community['logo']> };
};

/** Names what is drawn: it changes with the logo and the accent. */
export function versionOfIcons({ community }: Look): string {
  const drawn = [community.settings().accent, community.logo().version, community.logo().stored?.filename];
  return createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, 12);
}

/** The address of an icon; another one when the look changes, because devices keep icons for long. */
export const iconAddress = (look: Look, name: string): string => `/api/app-icons/${name}.png?v=${versionOfIcons(look)}`;

/** iOS rounds the corners of a square by itself. */
const shapes = { '': 'rounded', 'square-': 'square', 'maskable-': 'maskable' } as const;

/** Returns what an icon's name asks for; null for a name that no page or manifest has. */
export function parseIconName(name: string): { size: number; shape: (typeof shapes)[keyof typeof shapes] } | null {
  const found = /^(?:(maskable-|)(192|512)|(square-)(180))\.png$/.exec(name);
  if (!found) return null;
  const [, anyShape, anySize, square, squareSize] = found;
  return { size: Number(anySize ?? squareSize), shape: shapes[(anyShape ?? square ?? '') as keyof typeof shapes] };
}
