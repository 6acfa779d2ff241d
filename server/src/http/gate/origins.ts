/** Decides which pages may open a socket. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true if the page is at PUBLIC_URL or at the requested host itself. Programs send no Origin and are allowed.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  return page !== null && (page.origin === new URL(publicUrl).origin || page.host === host);
}
