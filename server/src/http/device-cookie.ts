/**
 * The cookie by which a browser is known again: 256 random bits that sign nobody in. The token of a session is sent by
 * the pages in a header; this value is a cookie instead, so that no script can read it and it survives a sign-out.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const MAX_AGE_SECONDS = 400 * 86_400;
const VALUE = /^[\w-]{43}$/;

/** The browser of a call. */
export type Device = {
  /** The value of its cookie, or null. */
  readonly token: string | null;
  /** Gives it a cookie. */
  keep(token: string): void;
};

/** The name that browsers take from this host only, over https only; without https they would refuse it. */
export const hostCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined && VALUE.test(value)) return value;
  }
  return null;
}

export function deviceOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Device {
  const name = hostCookie('device', secure);
  return {
    get token() {
      return readCookie(request, name);
    },
    keep(token) {
      const parts = [`${name}=${token}`, 'Path=/', `Max-Age=${MAX_AGE_SECONDS}`, 'HttpOnly', 'SameSite=Strict'];
      reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
    },
  };
}
