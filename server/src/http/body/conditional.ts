/**
 * Conditional answers: frequently requested answers carry an ETag. A browser stores them and asks with the tag whether
 * they are unchanged; if so, it gets a few bytes instead of the answer. They are cached by the member's own browser
 * only, and for the token of the request.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tagOf = (text: string | Buffer): string => `W/"${hash('sha1', text, 'base64url')}"`;

/** The answer as text: already serialized, or as its schema serializes it. */
function toText(reply: FastifyReply, answer: object | string): string | Buffer {
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return answer;
  const serialized = reply.serialize(answer);
  return typeof serialized === 'string' ? serialized : Buffer.from(serialized as ArrayBuffer);
}

/** Sends the answer, or 304 to a client that has it. */
export function sendConditionally(request: FastifyRequest, reply: FastifyReply, answer: object | string): FastifyReply {
  const text = toText(reply, answer);
  const tag = tagOf(text);
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  if (known.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/**
 * Makes the browser drop its cached answers of this site, so that its next user finds nothing of the member's. Other
 * stored data stays (drafts of other members, the theme); the pages delete this member's own.
 */
export const forgetAnswers = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
