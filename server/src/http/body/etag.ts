import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Returns the strong entity tag of a response. A weak one is `W/` followed by this. */
export const etagOf = (response: string | Buffer): string => `"${hash('sha256', response, 'base64url').slice(0, 27)}"`;

const isSame = (one: string, other: string): boolean => one.replace(/^W\//, '') === other.replace(/^W\//, '');

/** Returns true if the client already has the response with this tag: then 304 suffices. */
export const hasAlready = ({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean =>
  // Without a regular expression: it would search a long header full of spaces from each of them.
  headers['if-none-match']?.split(',').some((known) => isSame(known.trim(), etag)) ?? false;
