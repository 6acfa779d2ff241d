/**
 * The networks of a caller's address, by which limits count. An IPv6 customer has at least a /64 of addresses, and
 * often a /48 of such networks, so that a limit per address would be useless.
 */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const NARROW_BITS = 64;
const WIDE_BITS = 48;

/** A wide network's allowance is this many times that of a narrow one. */
export const WIDE_FACTOR = 8;

/** `narrow` is an IPv4 address or an IPv6 /64; `wide` is the /48 around the latter. */
export type Network = { narrow: string; wide: string | null };

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const groups = address.parts.map((part, index) => (index * 16 < bits ? part : 0));
  return `${new ipaddr.IPv6(groups).toString()}/${bits}`;
}

/** Some proxies append the port of the connection: `192.0.2.7:50123`, `[2001:db8::7]:50123`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/**
 * Returns the networks of an address, whatever its port. An IPv4 address in IPv6 form is that IPv4 address; an invalid
 * address counts as a network of its own. Callers who hung up before their address was known share one network.
 */
export function networkOf(given: string | undefined = 'unknown'): Network {
  // The fast path for most callers: a plain IPv4 address.
  if (isIPv4(given)) return { narrow: given, wide: null };
  const [, v6, v4] = WITH_PORT.exec(given) ?? [];
  const address = v6 ?? v4 ?? given;
  if (!ipaddr.isValid(address)) return { narrow: address, wide: null };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { narrow: parsed.toString(), wide: null };
  return { narrow: prefixOf(parsed, NARROW_BITS), wide: prefixOf(parsed, WIDE_BITS) };
}
