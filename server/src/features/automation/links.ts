/** The sites that a text links to, and those that filters name. */
import { getDomain } from 'tldts';

/** The links that pages make clickable in a text. */
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** What browsers accept as an address: they neither need the two slashes, nor do they mind backslashes. */
const ANY_ADDRESS = /\bhttps?:[^\s<>"'`]+/giu;
/** Matches hosts without a scheme as well, because people copy them, but not those of email addresses. */
const HOST = /(?<![\p{L}\p{N}_@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}[\p{L}\p{N}-]{1,62}/giu;

/** Returns the host of an address, or of a host without a scheme, in ASCII form; null if there is none. */
const hostOf = (address: string): string | null =>
  URL.parse(/^https?:/i.test(address) ? address : `http://${address}`)?.hostname.replace(/\.$/, '') ?? null;

/** Returns null for a suffix that many sites share, an IP address, or a word. */
const registrableDomainOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

/**
 * Returns the domain that an entry of a filter stands for: that of an address, without "*." and "www.". It covers all
 * hosts below it. Null if it would cover several sites, or none.
 */
export function toSite(entry: string): string | null {
  const host = hostOf(entry.replace(/^\*\./, ''));
  if (host === null || registrableDomainOf(host) === null) return null;
  const plain = host.replace(/^www\./, '');
  return registrableDomainOf(plain) === null ? host : plain;
}

/** Returns the host of an address and the domains above it, down to the registrable one. */
function sitesOf(address: string): string[] {
  const host = hostOf(address);
  const domain = host && registrableDomainOf(host);
  if (!host || !domain) return [];
  const below = host.slice(0, -domain.length).split('.').slice(0, -1);
  return [domain, ...below.map((_, at) => [...below.slice(at), domain].join('.'))];
}

/** Returns the sites that a text links to, and the domains above them, each once. */
export function findSites(text: string): Set<string> {
  const plain = text.normalize('NFKC');
  return new Set([...(plain.match(ANY_ADDRESS) ?? []), ...(plain.match(HOST) ?? [])].flatMap(sitesOf));
}

/** Returns the number of links in a text that pages make clickable and that are not in the text `before`. */
export function countNewLinks(text: string, before: string): number {
  const known = new Set(before.match(WEB_ADDRESS));
  return (text.match(WEB_ADDRESS) ?? []).filter((link) => !known.has(link)).length;
}
