/**
 * Serves public files: cached for a year, since a file name never gets other content, and with range requests for video
 * and resumed downloads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ObjectSource, sendObject } from '#http/body/send-object.ts';
import { AppError, notFound } from '#http/errors/errors.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
const PUBLIC_FOLDERS = new Set(['users', 'post', 'demo']);
const FILENAME = /^[\w-]+\.([a-z]+)$/;
const headers = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Images in posts are uploaded in two ways, and are found under either folder. */
const postFolders: Record<string, string> = { post: 'demo', demo: 'post' };

/** `findFolder` returns the folder of a file; it is called if a proxy sends the files. */
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
      const object = (servedFolder: string) => ({ key: `${servedFolder}/${filename}`, contentType, headers });
      const servedFolder = source.filesByProxy === null ? folder : ((await findFolder(filename)) ?? folder);
      return sendObject(request, reply, source, object(servedFolder)).catch((error: unknown) => {
        const other = postFolders[servedFolder];
        if (other === undefined || !(error instanceof AppError) || error.status !== 404) throw error;
        return sendObject(request, reply, source, object(other));
      });
    },
  );
}
