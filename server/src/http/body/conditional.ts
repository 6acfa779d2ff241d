/**
 * Conditional responses: frequently requested ones carry an ETag. A browser stores them and asks, with the tag, whether
 * they are unchanged; if so, it gets a few bytes instead of the whole response. They are cached only by the member's
 * own browser, and only for the token of the request.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, hasAlready } from './etag.ts';

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
  const etag = `W/${etagOf(text)}`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (hasAlready(request, etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/**
 * Makes the browser drop its cached responses from this site, so that its next user finds nothing of the member's.
 * Other stored data stays (drafts of other members, the theme); the pages delete this member's own.
 */
export const dropCachedResponses = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
