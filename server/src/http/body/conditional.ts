/**
 * Answers that are asked for again and again carry a tag. A browser keeps them and asks with the tag whether they still
 * hold; if so, it gets a few bytes instead of the answer. They are kept by the member's own browser only, and for the
 * token they were asked with.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tagOf = (text: string | Buffer): string => `W/"${hash('sha1', text, 'base64url')}"`;

/** The answer as text: as it lies ready, or as its schema writes it. */
function toText(reply: FastifyReply, answer: object | string): string | Buffer {
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return answer;
  const serialized = reply.serialize(answer);
  return typeof serialized === 'string' ? serialized : Buffer.from(serialized as ArrayBuffer);
}

/** Sends the answer, or 304 to who has it. */
export function sendConditionally(request: FastifyRequest, reply: FastifyReply, answer: object | string): FastifyReply {
  const text = toText(reply, answer);
  const tag = tagOf(text);
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  const held = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  if (held.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/**
 * Has the browser drop the answers it keeps for this site: whoever sits at it next finds nothing of the member's. What
 * else it stores stays (drafts of other members, the look); the pages empty what is this member's.
 */
export const forgetAnswers = (reply: FastifyReply): FastifyReply => reply.header('clear-site-data', '"cache"');
