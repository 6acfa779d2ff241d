import { createHash } from 'node:crypto';
import type { Services } from '#services.ts';

type Look = Pick<Services, 'community'>;

/** Names what is drawn: it changes with the logo and the accent. */
export function versionOfIcons({ community }: Look): string {
  const drawn = [community.settings().accent, community.logo().version, community.logo().stored?.filename];
  return createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, 12);
}

/** The address of an icon; another one when the look changes, because devices keep icons for long. */
export const iconAddress = (look: Look, name: string): string => `/api/app-icons/${name}.png?v=${versionOfIcons(look)}`;

/** Sizes in pixels. A maskable icon fills its square: devices cut their own shape out of it. */
export function parseIconName(name: string): { size: number; maskable: boolean } | null {
  const found = /^(?:(maskable)-(192|512)|(180|192|512))\.png$/.exec(name);
  return found && { size: Number(found[2] ?? found[3]), maskable: found[1] !== undefined };
}
