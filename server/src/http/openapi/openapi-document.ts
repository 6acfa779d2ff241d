/** The API description as text, serialized and compressed once: it is the same for everyone until the next start. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeptText } from '../body/compression.ts';

type Document = { etag: string; text: KeptText };

function writeDocument(app: FastifyInstance): Document {
  const text = JSON.stringify(app.swagger());
  return {
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    text: new KeptText(text),
  };
}

/** Returns a handler that sends the description, or 304 to a client that already has it. */
export function createDocumentSender(app: FastifyInstance) {
  let document: Document | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    document ??= writeDocument(app);
    const { etag, text } = document;
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    return text.send(request, reply);
  };
}
