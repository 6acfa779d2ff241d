/** The API description as bytes, serialized and compressed once: it is the same for everyone until the next start. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';
type Document = { etag: string; bytes: Record<Encoding, Buffer> };

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function writeDocument(app: FastifyInstance): Promise<Document> {
  const identity = Buffer.from(JSON.stringify(app.swagger()));
  const [br, gzipped] = await Promise.all([compress.br(identity), compress.gzip(identity)]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  return { etag, bytes: { br, gzip: gzipped, identity } };
}

function encodingFor(request: FastifyRequest): Encoding {
  const encodings = (request.headers['accept-encoding'] ?? '').split(',');
  const accepted = new Set(encodings.map((part) => part.split(';')[0]?.trim()));
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? 'identity';
}

/** Returns a handler that sends the description, or 304 to a client that has it. */
export function createDocumentSender(app: FastifyInstance) {
  let document: Promise<Document> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    document ??= writeDocument(app);
    const { etag, bytes } = await document;
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    const encoding = encodingFor(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes[encoding]);
  };
}
