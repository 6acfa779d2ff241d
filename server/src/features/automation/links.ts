/** The sites that a text links to, as registrable domains. */
import { getDomain } from 'tldts';

/** The links that pages make clickable in a text. */
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** What browsers accept as an address: they neither need the two slashes, nor do they mind backslashes. */
const ANY_ADDRESS = /\bhttps?:[^\s<>"'`]+/giu;
/** Matches hosts without a scheme as well, because people copy them, but not those of email addresses. */
const HOST = /(?<![\p{L}\p{N}_@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}[\p{L}\p{N}-]{1,62}/giu;

const hostOf = (address: string): string | null => URL.parse(address)?.hostname ?? null;

/**
 * Returns the registrable domain of a host or address, in ASCII form: "shop.example" for "www.shop.example". Null if
 * there is none: for a suffix that many sites share, an IP address, or a word.
 */
export function toSite(address: string): string | null {
  const host = hostOf(/^https?:/i.test(address) ? address : `http://${address}`);
  return host && getDomain(host, { allowPrivateDomains: true });
}

/** Returns the sites that a text links to, each once. */
export function findSites(text: string): Set<string> {
  const plain = text.normalize('NFKC');
  const named = [...(plain.match(ANY_ADDRESS) ?? []), ...(plain.match(HOST) ?? [])];
  return new Set(named.flatMap((one) => toSite(one) ?? []));
}

/** Returns the number of links in a text that pages make clickable and that are not in the text `before`. */
export function countNewLinks(text: string, before: string): number {
  const known = new Set(before.match(WEB_ADDRESS));
  return (text.match(WEB_ADDRESS) ?? []).filter((link) => !known.has(link)).length;
}
