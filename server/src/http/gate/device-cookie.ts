/**
 * The cookie by which a browser is recognised: 256 random bits that sign nobody in. The pages send the session's token
 * in a header; this value is in a cookie instead, so that no script can read it and it survives a sign-out.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MAX_AGE_SECONDS = 400 * 86_400;
const VALUE = /^[\w-]{43}$/;

/** The browser that makes a call. */
export type Device = {
  /** The value of its cookie, or null. */
  readonly token: string | null;
  setCookie(token: string): void;
};

/**
 * Returns the name for a cookie that browsers accept only from this host over https; without https they would reject
 * it.
 */
export const hostCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined && VALUE.test(value)) return value;
  }
  return null;
}

/** A class, because a getter in an object literal would give every object its own hidden class. */
class CookieDevice implements Device {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #secure: boolean;

  constructor(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
    this.#request = request;
    this.#reply = reply;
    this.#secure = secure;
  }

  get token(): string | null {
    return readCookie(this.#request, hostCookie('device', this.#secure));
  }

  setCookie(token: string): void {
    const name = hostCookie('device', this.#secure);
    const parts = [`${name}=${token}`, 'Path=/', `Max-Age=${MAX_AGE_SECONDS}`, 'HttpOnly', 'SameSite=Strict'];
    this.#reply.header('set-cookie', [...parts, ...(this.#secure ? ['Secure'] : [])].join('; '));
  }
}

/** Returns the value by which a browser is recognised; a browser without one receives one with the response. */
export function requireDevice(device: Device): string {
  const token = device.token ?? randomBytes(32).toString('base64url');
  device.setCookie(token);
  return token;
}

export const deviceOf = (request: FastifyRequest, reply: FastifyReply, secure: boolean): Device =>
  new CookieDevice(request, reply, secure);
