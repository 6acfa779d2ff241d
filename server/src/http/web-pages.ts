/** The built web application: hashed assets kept for a year, and one page for every address that is not the API's. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** Serves `folder` when it holds a built page. Unknown API addresses stay a 404 in the contract's form. */
export async function addWebPages(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: ['index.html'],
      preCompressed: true,
      // A hidden file is a build's record, not a page.
      dotfiles: 'ignore',
      setHeaders(reply, file) {
        const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
        reply.header('cache-control', hashed ? YEAR : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?')[0] ?? '';
    const isPage =
      built &&
      request.method === 'GET' &&
      !/^\/(api|socket\.io)(\/|$)/i.test(pathname) &&
      !/\/[^/]+\.[a-z0-9]+$/i.test(pathname);
    if (!isPage) throw notFound();
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
