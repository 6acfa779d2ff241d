/** Serving public files: kept for a year, since a name never gets other content; ranges for what is watched or resumed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#http/errors.ts';
import { type ObjectSource, sendObject } from '#http/send-object.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
const PUBLIC_FOLDERS = new Set(['users', 'post', 'demo']);
const FILENAME = /^[\w-]+\.([a-z]+)$/;
const headers = { 'cache-control': 'public, max-age=31536000, immutable' };

export function addFileServing(app: FastifyInstance, source: ObjectSource): void {
  app.get(
    '/api/uploads/:folder/:filename',
    { schema: { hide: true }, logLevel: 'warn' },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { folder, filename } = request.params as { folder: string; filename: string };
      const contentType = contentTypes[FILENAME.exec(filename)?.[1] ?? ''];
      if (!PUBLIC_FOLDERS.has(folder) || contentType === undefined) throw notFound();
      return sendObject(request, reply, source, { key: `${folder}/${filename}`, contentType, headers });
    },
  );
}
