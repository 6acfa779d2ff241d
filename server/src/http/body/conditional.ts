/**
 * Conditional responses: frequently requested ones carry an ETag. A browser stores them and asks, with the tag, whether
 * they are unchanged; if so, it gets a few bytes instead of the whole response. They are cached only by the member's
 * own browser, and only for the token of the request.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tagOf = (text: string | Buffer): string => `W/"${hash('sha1', text, 'base64url')}"`;

/** Returns the response as text: as it is if already serialized, otherwise as its schema serializes it. */
function toText(reply: FastifyReply, response: object | string): string | Buffer {
  if (typeof response === 'string' || Buffer.isBuffer(response)) return response;
  const serialized = reply.serialize(response);
  return typeof serialized === 'string' ? serialized : Buffer.from(serialized as ArrayBuffer);
}

/** Sends the response, or 304 to a client that already has it. */
export function sendConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  response: object | string,
): FastifyReply {
  const text = toText(reply, response);
  const tag = tagOf(text);
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  if (known.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/**
 * Makes the browser drop its cached responses from this site, so that its next user finds nothing of the member's.
 * Other stored data stays (drafts of other members, the theme); the pages delete this member's own.
 */
export const dropCachedResponses = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
