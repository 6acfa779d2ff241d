/** The API description as text, serialized and compressed once: it is the same for everyone until the next start. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SharedResponse } from '../body/compression.ts';
import { etagOf, hasAlready } from '../body/etag.ts';

type Document = { etag: string; response: SharedResponse };

function writeDocument(app: FastifyInstance): Document {
  const text = JSON.stringify(app.swagger());
  return {
    etag: etagOf(text),
    response: new SharedResponse(text),
  };
}

/** Returns a handler that sends the description, or 304 to a client that already has it. */
export function createDocumentSender(app: FastifyInstance) {
  let document: Document | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    document ??= writeDocument(app);
    const { etag, response } = document;
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (hasAlready(request, etag)) return reply.status(304).send();
    return response.send(request, reply);
  };
}
