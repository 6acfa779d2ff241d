/**
 * Serves a message's files to the member for whom an address was signed, while the file is in a chat that they can see.
 * Staff can open the files of reported messages.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSigned, shownImageKey } from '#features/uploads/loaders.ts';
import { contentDisposition } from '#http/body/content-disposition.ts';
import { sendObject } from '#http/body/send-object.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { type ServedFile, selectEvidenceFor, selectFileFor } from '../history/read-queries.ts';

const FILENAME = /^[\w-]+\.(jpg|pdf|docx?)$/;

const CLOSED_POLICY = "default-src 'none'; sandbox";
// The browser's PDF viewer is a page around the file, which a sandbox would prevent from opening.
const VIEWER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";

function toObject(file: ServedFile, download: boolean, accept: string) {
  const isShown = file.kind === 'image' && !download;
  const isViewed = file.content_type === 'application/pdf' && !download;
  const extension = accept.includes('image/webp') ? ('webp' as const) : ('jpg' as const);
  return {
    key: isShown ? shownImageKey(file.filename, file.width ?? 0, extension) : `message/${file.filename}`,
    contentType: isShown && extension === 'webp' ? 'image/webp' : file.content_type,
    headers: {
      'cache-control': 'private, max-age=3600',
      'content-disposition': contentDisposition(isShown || isViewed ? 'inline' : 'attachment', file.name),
      'content-security-policy': isViewed ? VIEWER_POLICY : CLOSED_POLICY,
      vary: 'accept',
    },
  };
}

export function addMessageFileServing({ app, charge, services }: FeatureContext): void {
  const { readsNow: db, storage, config } = services;
  const source = { storage, filesByProxy: config.filesByProxy };
  app.get(
    '/api/uploads/message/:filename',
    { schema: { hide: true }, logLevel: 'warn', onRequest: charge('file') },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { filename } = request.params as { filename: string };
      const query = request.query as Record<string, unknown>;
      if (!FILENAME.test(filename)) throw notFound();
      const userId = await requireSigned(db, filename, query);
      const file = (await selectFileFor(db, userId, filename)) ?? (await selectEvidenceFor(db, userId, filename));
      if (!file) throw notFound();
      const object = toObject(file, query.download !== undefined, request.headers.accept ?? '');
      return sendObject(request, reply, source, object);
    },
  );
}
