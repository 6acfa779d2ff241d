/** Serving stored files: kept for a year, since a name never gets other content; ranges for what is watched or resumed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#http/errors.ts';
import type { ByteRange, Storage } from '#platform/storage/storage.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
const PUBLIC_FOLDERS = new Set(['users', 'post', 'demo']);
const FILENAME = /^[\w-]+\.([a-z]+)$/;

/** The range a header asks for: undefined for none (or several, which are answered whole), null for one outside the file. */
function parseRange(header: string | undefined, bytes: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? null : { start, end };
}

export function addFileServing(app: FastifyInstance, storage: Storage): void {
  app.get(
    '/api/uploads/:folder/:filename',
    { schema: { hide: true }, logLevel: 'warn' },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { folder, filename } = request.params as { folder: string; filename: string };
      const contentType = contentTypes[FILENAME.exec(filename)?.[1] ?? ''];
      if (!PUBLIC_FOLDERS.has(folder) || contentType === undefined) throw notFound();
      const key = `${folder}/${filename}`;
      const bytes = await storage.size(key);
      if (bytes === null) throw notFound();
      const etag = `"${filename}"`;
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag, 'accept-ranges': 'bytes' })
        .type(contentType);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      const range = parseRange(request.headers.range, bytes);
      if (range === null) return reply.status(416).header('content-range', `bytes */${bytes}`).send('');
      const object = await storage.read(key, range);
      if (!object) throw notFound();
      if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
      return reply.header('content-length', range ? range.end - range.start + 1 : bytes).send(object.stream);
    },
  );
}
