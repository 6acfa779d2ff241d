/** The sites that a text links to, by their registrable domains. */
import { getDomain } from 'tldts';

const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** Hosts without a scheme as well, since people copy them; not those of mail addresses. */
const HOST = /(?<![\p{L}\p{N}_@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}[\p{L}\p{N}-]{1,62}/giu;

const hostOf = (address: string): string | null => URL.parse(address)?.hostname ?? null;

/**
 * Returns the registrable domain of a host or address, in the form of the network: "shop.example" for
 * "www.shop.example". Null for what has none: a suffix that many sites share, an IP address, a word.
 */
export function toSite(address: string): string | null {
  const host = hostOf(/^https?:\/\//i.test(address) ? address : `http://${address}`);
  return host && getDomain(host, { allowPrivateDomains: true });
}

/** Returns the sites that a text links to, each once. */
export function findSites(text: string): Set<string> {
  const plain = text.normalize('NFKC');
  const named = [...(plain.match(WEB_ADDRESS) ?? []), ...(plain.match(HOST) ?? [])];
  return new Set(named.flatMap((one) => toSite(one) ?? []));
}

/** Returns how many links that pages make clickable are in a text, but not in the text `before`. */
export function countNewLinks(text: string, before: string): number {
  const known = new Set(before.match(WEB_ADDRESS));
  return (text.match(WEB_ADDRESS) ?? []).filter((link) => !known.has(link)).length;
}
