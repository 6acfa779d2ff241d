import { isIP } from 'node:net';
import { isLocalUrl } from '#config/reachable.ts';

/** The site as authenticators know it: by its host. `origin` is that of the pages that may use passkeys. */
export type RelyingParty = { id: string; origin: string };

/**
 * Returns an address's relying party; null if browsers offer no passkeys there: without https, and at a numerical
 * address. On this machine alone, the pages have to be opened at localhost.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (isLocalUrl(publicUrl)) url.hostname = 'localhost';
  else if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: url.hostname, origin: url.origin };
}
