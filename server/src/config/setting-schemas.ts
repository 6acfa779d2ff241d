/** Schemas for the formats of settings, which name the setting in their errors. */
import { isIP } from 'node:net';
import * as z from 'zod/mini';

export const port = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, `${name} must be a port number from 0 to 65535`)),
    z.pipe(z.transform(Number), z.int().check(z.lte(65_535, `${name} must be a port number from 0 to 65535`))),
  );

export const address = (name: string, protocols: string[]) =>
  z.string().check(
    z.refine(
      (value) => {
        const parsed = URL.parse(value);
        return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1));
      },
      `${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    ),
  );

/** Returns true if a URL names a server without a path. */
export function isOrigin(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed === null || `${parsed.origin}/` === parsed.href;
}

/** A key with a known prefix, so that swapped keys are noticed. */
export const startsWith = (name: string, beginnings: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => beginnings.some((beginning) => value.startsWith(beginning)),
        `${name} must start with ${beginnings.join(' or ')}`,
      ),
    );

/** Several addresses, separated by commas. */
export const addressList = (name: string, protocols: string[]) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
    ),
    z.array(address(name, protocols)),
  );

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Returns true for an address, a network (10.0.0.0/8), or a name for several networks. */
function isNetwork(value: string): boolean {
  const [address = '', bits, more] = value.split('/');
  if (bits === undefined) return NETWORKS.includes(value) || isIP(address) > 0;
  return (
    more === undefined &&
    isIP(address) > 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  );
}

export const networks = (name: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => value.split(',').map((part) => part.trim())),
    ),
    z
      .array(z.string())
      .check(
        z.refine(
          (parts) => parts.every(isNetwork),
          `${name} must be a comma list of addresses, networks such as 10.0.0.0/8, or ${NETWORKS.join(', ')}`,
        ),
      ),
  );

const KEY = /^[0-9a-f]{64}$/i;

/** Keys of 32 bytes in hexadecimal digits, separated by commas. */
export const keyList = (name: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => value.split(',').map((part) => part.trim())),
    ),
    z.pipe(
      z
        .array(z.string())
        .check(
          z.refine(
            (parts) => parts.every((part) => KEY.test(part)),
            `${name} must be 64 hexadecimal digits (openssl rand -hex 32), or several such keys separated by commas`,
          ),
        ),
      z.transform((parts) => parts.map((part) => Buffer.from(part, 'hex'))),
    ),
  );
