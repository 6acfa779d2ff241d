import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';

/** /healthz: the process lives. /readyz: it can serve; 503 while it drains or cannot reach its database. */
export function addHealth(app: FastifyInstance, db: Kysely<Database>, isDraining: () => boolean): void {
  const schema = { hide: true };
  app.get('/healthz', { schema, logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema, logLevel: 'warn' }, async (_request, reply) => {
    const ready =
      !isDraining() &&
      (await sql`SELECT 1`.execute(db).then(
        () => true,
        () => false,
      ));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
