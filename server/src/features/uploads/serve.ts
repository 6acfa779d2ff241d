/**
 * Serves public files: cached for a year, since a file name never gets other content, and with range requests for video
 * and resumed downloads. Withheld images are served only to staff, at the signed addresses that cases have.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendObject } from '#http/body/send-object.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { isStaff, selectPublicImage, toUploadName } from './queries.ts';
import { requireSigned } from './signed-urls.ts';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
const PUBLIC_FOLDERS = new Set(['users', 'post', 'demo']);
/** In lower case, as stored: file systems of macOS find other spellings, which the database does not know. */
const FILENAME = /^[\da-z_-]+\.([a-z]+)$/;
const publicHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
const staffHeaders = { 'cache-control': 'private, max-age=3600' };

/** Images in posts are uploaded in two ways, and are found under either folder. */
const postFolders: Record<string, string> = { post: 'demo', demo: 'post' };

/** Throws 404 or 403 unless the address was signed for somebody who is on the staff. */
async function requireStaffAddress({ readsNow }: Services, name: string, query: unknown): Promise<void> {
  const userId = await requireSigned(readsNow, name, query as Record<string, unknown>);
  if (!(await isStaff(readsNow, userId))) throw notFound();
}

export function addFileServing({ app, charge, services }: FeatureContext): void {
  const source = { storage: services.storage, filesByProxy: services.config.filesByProxy };
  app.get(
    '/api/uploads/:folder/:filename',
    { schema: { hide: true }, logLevel: 'warn', onRequest: charge('file') },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { folder, filename } = request.params as { folder: string; filename: string };
      const contentType = contentTypes[FILENAME.exec(filename)?.[1] ?? ''];
      if (!PUBLIC_FOLDERS.has(folder) || contentType === undefined) throw notFound();
      const name = toUploadName(filename);
      const image = await selectPublicImage(services.reads, name);
      if (image?.withheld) await requireStaffAddress(services, name, request.query);
      const headers = image?.withheld ? staffHeaders : publicHeaders;
      const object = (servedFolder: string) => ({ key: `${servedFolder}/${filename}`, contentType, headers });
      // A proxy does not look in the other folder.
      const servedFolder = source.filesByProxy === null ? folder : (image?.folder ?? folder);
      return sendObject(request, reply, source, object(servedFolder)).catch((error: unknown) => {
        const other = postFolders[servedFolder];
        if (other === undefined || !(error instanceof AppError) || error.status !== 404) throw error;
        return sendObject(request, reply, source, object(other));
      });
    },
  );
}
