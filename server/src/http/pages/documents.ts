/**
 * Public documents beside the pages: feeds, sitemaps, embedded posts. Like pages of guests they are the same for all,
 * kept for some seconds, and cost the network of the caller a read.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCache } from '#cache.ts';
import type { Services } from '#services.ts';
import { KeptText } from '../body/compression.ts';
import { AppError } from '../errors/errors.ts';
import type { Allowance } from '../gate/rate-limit.ts';

export type PublicDocument = {
  type: string;
  text: string;
  headers?: Readonly<Record<string, string>>;
  /** The ids of the posts and members in it: when one of them changes, the document is made anew. */
  shows?: readonly string[];
};

/** `gone` is what was public and was deleted; `movedTo` the path of what has taken its place for a while. */
export type FoundDocument = PublicDocument | { movedTo: string } | 'gone' | null;

/** Returns the document at what the address has instead of the `*`; null when there is none. */
type Make = (rest: string) => Promise<FoundDocument>;

export type PublicDocuments = {
  /** Serves the documents at a path that may end in `*`. */
  serve(path: string, make: Make): void;
};

/** Saves the statements of a document, and writing and compressing it for each caller. */
const LIFETIME_MS = 5_000;
const DOCUMENTS = 200;

type Kept = { found: FoundDocument; etag: string; text: KeptText };

function keep(found: FoundDocument): Kept {
  const { text, type } =
    found !== null && typeof found === 'object' && 'text' in found ? found : { text: '', type: '' };
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { found, etag, text: new KeptText(text, type) };
}

const isMade = (found: FoundDocument): found is PublicDocument =>
  found !== null && typeof found === 'object' && 'text' in found;

function send({ found, etag, text }: Kept, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (found === null) throw new AppError(404);
  if (found === 'gone') return reply.status(410).type('text/plain; charset=utf-8').send('Gone');
  if (!isMade(found)) return reply.header('cache-control', 'no-cache').redirect(found.movedTo, 302);
  reply.headers({ 'cache-control': 'public, max-age=0, s-maxage=30', ...found.headers, etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return text.send(request, reply);
}

export function createPublicDocuments(
  app: FastifyInstance,
  { touched, allowance }: Pick<Services, 'touched'> & { allowance: Allowance },
): PublicDocuments {
  const cache = createCache<Kept>({ ttlMs: () => LIFETIME_MS, size: DOCUMENTS });
  const dropShown = (id: string) =>
    cache.dropWhere(({ found }) => isMade(found) && (found.shows?.includes(id) ?? false));
  touched.onPost(dropShown);
  touched.onMember(dropShown);
  touched.onAnything(() => cache.clear());
  return {
    serve(path, make) {
      app.get(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
        await allowance.take({ address: request.ip }, 'read');
        const { '*': rest = '' } = request.params as { '*'?: string };
        const key = `${path} ${rest}`;
        const kept = await cache.fetch(key, async () => keep(await make(rest)));
        if (!isMade(kept.found)) cache.drop(key);
        return send(kept, request, reply);
      });
    },
  };
}
