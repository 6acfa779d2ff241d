import type { FastifyInstance } from 'fastify';

/**
 * Parses JSON bodies and no plain text. An empty body with a JSON content type counts as no body, because many clients
 * send one with every call.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}
