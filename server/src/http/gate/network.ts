/**
 * The networks a caller's address belongs to: what limits count. Whoever has IPv6 has at least a /64 of addresses, and
 * often a /48 of such networks, so that a limit per address would hold nobody.
 */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const NARROW_BITS = 64;
const WIDE_BITS = 48;

/** A wide network has so many times the allowance of a narrow one. */
export const WIDE_FACTOR = 8;

/** `narrow` is an IPv4 address or an IPv6 /64; `wide` is the /48 around the latter. */
export type Network = { narrow: string; wide: string | null };

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const groups = address.parts.map((part, index) => (index * 16 < bits ? part : 0));
  return `${new ipaddr.IPv6(groups).toString()}/${bits}`;
}

/**
 * The networks of an address. An IPv4 address in IPv6 form is that IPv4 address; what is no address stands for itself.
 * Callers who were gone before they could be asked for theirs, and have none, share one network.
 */
export function networkOf(address: string | undefined = 'unknown'): Network {
  // Most callers, in the one form that such an address has: nothing to work out.
  if (isIPv4(address)) return { narrow: address, wide: null };
  if (!ipaddr.isValid(address)) return { narrow: address, wide: null };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { narrow: parsed.toString(), wide: null };
  return { narrow: prefixOf(parsed, NARROW_BITS), wide: prefixOf(parsed, WIDE_BITS) };
}
