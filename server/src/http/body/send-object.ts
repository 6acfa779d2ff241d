/** Sends a stored object in full, a range of it, or 304 to a client that already has it. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Storage } from '#platform/storage/storage.ts';
import { notFound } from '../errors/errors.ts';
import { hasAlready } from './etag.ts';

/**
 * Parses a Range header: undefined if absent, or with several ranges (the full file is sent); null if outside the file.
 */
function parseRange(header: string | undefined, bytes: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? null : { start, end };
}

export type StoredObject = { key: string; contentType: string; headers: Record<string, string> };

/** The storage, and the path of its folders in the proxy in front of this server; null if the proxy has none. */
export type ObjectSource = { storage: Storage; filesByProxy: string | null };

/**
 * Sends the object stored under `key`. A key never gets other content, so it serves as the ETag. Throws a 404 if the
 * object does not exist. A proxy that has the files receives the file's name and headers instead of its bytes.
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, filesByProxy }: ObjectSource,
  object: StoredObject,
): Promise<FastifyReply> {
  const etag = `"${object.key.slice(object.key.lastIndexOf('/') + 1)}"`;
  if (filesByProxy !== null) {
    reply.headers({ ...object.headers, etag, 'x-accel-redirect': `${filesByProxy}/${object.key}` });
    return reply.type(object.contentType).send('');
  }
  const bytes = await storage.size(object.key);
  if (bytes === null) throw notFound();
  reply.headers({ ...object.headers, etag, 'accept-ranges': 'bytes' }).type(object.contentType);
  if (hasAlready(request, etag)) return reply.status(304).send();
  const range = parseRange(request.headers.range, bytes);
  if (range === null) return reply.status(416).header('content-range', `bytes */${bytes}`).send('');
  // A HEAD request would otherwise read the whole object, and drop it.
  const stored = request.method === 'HEAD' ? { stream: Readable.from([]) } : await storage.read(object.key, range);
  if (!stored) throw notFound();
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply.header('content-length', range ? range.end - range.start + 1 : bytes).send(stored.stream);
}
