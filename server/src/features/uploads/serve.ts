/**
 * Serves public files: cached for a year, since a name never gets other content; with ranges for video and resumed
 * downloads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ObjectSource, sendObject } from '#http/body/send-object.ts';
import { AppError, notFound } from '#http/errors/errors.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
const PUBLIC_FOLDERS = new Set(['users', 'post', 'demo']);
const FILENAME = /^[\w-]+\.([a-z]+)$/;
const headers = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Pictures of posts are uploaded in two ways and are found under either name. */
const postFolders: Record<string, string> = { post: 'demo', demo: 'post' };

/** `findFolder` returns the folder of a file; it is called where a proxy sends the files. */
export function addFileServing(
  app: FastifyInstance,
  source: ObjectSource,
  findFolder: (filename: string) => Promise<string | null>,
): void {
  app.get(
    '/api/uploads/:folder/:filename',
    { schema: { hide: true }, logLevel: 'warn' },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { folder, filename } = request.params as { folder: string; filename: string };
      const contentType = contentTypes[FILENAME.exec(filename)?.[1] ?? ''];
      if (!PUBLIC_FOLDERS.has(folder) || contentType === undefined) throw notFound();
      const object = (kept: string) => ({ key: `${kept}/${filename}`, contentType, headers });
      const kept = source.filesByProxy === null ? folder : ((await findFolder(filename)) ?? folder);
      return sendObject(request, reply, source, object(kept)).catch((error: unknown) => {
        const other = postFolders[kept];
        if (other === undefined || !(error instanceof AppError) || error.status !== 404) throw error;
        return sendObject(request, reply, source, object(other));
      });
    },
  );
}
