/**
 * Public documents beside the pages: feeds, sitemaps, embedded posts. Like guest pages they are the same for everyone,
 * are cached for a few seconds, and cost the caller's network a read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCache } from '#cache.ts';
import type { Services } from '#services.ts';
import { SharedResponse } from '../body/compression.ts';
import { etagOf, hasAlready } from '../body/etag.ts';
import { AppError } from '../errors/errors.ts';
import type { Allowance } from '../gate/rate-limit.ts';

type PublicDocument = {
  type: string;
  text: string;
  headers?: Readonly<Record<string, string>>;
  /** For a document in place of one that is missing. */
  status?: 404 | 410;
  /** The ids of the posts and members in it: if one of them changes, the document is created anew. */
  shows?: readonly string[];
};

/** `gone` is a public document that was deleted; `movedTo` is the path of its replacement for a while. */
export type DocumentResult = PublicDocument | { movedTo: string } | 'gone' | null;

/** Returns the document for the part of the address that the `*` stands for; null if there is none. */
type BuildDocument = (rest: string) => Promise<DocumentResult>;

export type PublicDocuments = {
  /** Serves the documents at a path that may end in `*`. */
  serve(path: string, build: BuildDocument): void;
};

/** Saves a document's statements, and building and compressing it for each caller. */
const LIFETIME_MS = 5_000;
const DOCUMENTS = 200;

type CachedDocument = { result: DocumentResult; etag: string; response: SharedResponse };

const isDocument = (result: DocumentResult): result is PublicDocument =>
  result !== null && typeof result === 'object' && 'text' in result;

function toCached(result: DocumentResult): CachedDocument {
  const { text, type } = isDocument(result) ? result : { text: '', type: '' };
  const etag = `W/${etagOf(text)}`;
  return { result, etag, response: new SharedResponse(text, type) };
}

function send({ result, etag, response }: CachedDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (result === null) throw new AppError(404);
  if (result === 'gone') return reply.status(410).type('text/plain; charset=utf-8').send('Gone');
  if (!isDocument(result)) return reply.header('cache-control', 'no-cache').redirect(result.movedTo, 302);
  if (result.status) {
    reply.status(result.status).headers({ ...result.headers, 'cache-control': 'no-cache' });
    return response.send(request, reply);
  }
  reply.headers({ 'cache-control': 'public, max-age=0, s-maxage=30', ...result.headers, etag });
  if (hasAlready(request, etag)) return reply.status(304).send();
  return response.send(request, reply);
}

export function createPublicDocuments(
  app: FastifyInstance,
  { touched, allowance }: Pick<Services, 'touched'> & { allowance: Allowance },
): PublicDocuments {
  const cache = createCache<CachedDocument>({ ttlMs: () => LIFETIME_MS, size: DOCUMENTS });
  const dropShown = (id: string) =>
    cache.dropWhere(({ result }) => isDocument(result) && (result.shows?.includes(id) ?? false));
  touched.onPost(dropShown);
  touched.onMember(dropShown);
  touched.onAnything(() => cache.clear());
  return {
    serve(path, build) {
      app.get(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
        await allowance.take({ address: request.ip }, 'read');
        const { '*': rest = '' } = request.params as { '*'?: string };
        const key = `${path} ${rest}`;
        const cached = await cache.fetch(key, async () => toCached(await build(rest)));
        if (!isDocument(cached.result) || cached.result.status) cache.drop(key);
        return send(cached, request, reply);
      });
    },
  };
}
