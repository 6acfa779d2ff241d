/** Decides which addresses named by strangers the server fetches: those of public sites, by their names. */

const MAX_LENGTH = 2_000;
/** Endings that are not public names (RFC 6761, RFC 6762, RFC 8375, RFC 9476), and those common in private networks. */
const LOCAL = new Set(['local', 'localhost', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'arpa']);
const NEVER = new Set(['onion', 'invalid', 'test', 'alt']);

function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const ending = labels.at(-1) ?? '';
  // An ending without a letter is an IPv4 address in one of its forms; IPv6 addresses are in brackets.
  return labels.length > 1 && /^(?:[a-z]+|xn--[a-z0-9-]+)$/.test(ending) && !LOCAL.has(ending) && !NEVER.has(ending);
}

/**
 * Returns the address without its fragment. Null if it must not be fetched: if it is not an http(s) address of a public
 * name at the usual port, has a user name or password, belongs to `ownHosts`, or is too long.
 */
export function toCardAddress(address: string, ownHosts: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '')
    return null;
  // A name may end with the dot of the root.
  const hostname = url.hostname.replace(/\.$/, '');
  if (!isPublicName(hostname) || ownHosts.includes(hostname)) return null;
  url.hash = '';
  return url.href.length > MAX_LENGTH ? null : url.href;
}

/** Like `toCardAddress`, for https only. */
export const toSecureAddress = (address: string, ownHosts: readonly string[]): string | null =>
  URL.parse(address)?.protocol === 'https:' ? toCardAddress(address, ownHosts) : null;
