/** The API description generated from the contract: OpenAPI 3.1 at /api/openapi.json, with a viewer at /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Allowance } from '../gate/rate-limit.ts';
import { createDocumentSender } from './openapi-document.ts';

// Allows only the viewer's own scripts. The viewer sets styles on its elements and uses data URLs for pictures in
// styles.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

type Schemas = Record<string, unknown>;

/** Removes component schemas that nothing references (each exists both as input and as output). */
function dropUnreferenced<D extends { components?: { schemas?: Schemas } }>(document: D): D {
  const schemas = document.components?.schemas;
  if (!schemas) return document;
  const { components, ...rest } = document;
  const queue = [JSON.stringify(rest)];
  const kept: Schemas = {};
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [, name] of text.matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
      if (name === undefined || name in kept || !(name in schemas)) continue;
      kept[name] = schemas[name];
      queue.push(JSON.stringify(schemas[name]));
    }
  }
  return { ...document, components: { ...components, schemas: kept } };
}

/** Must be called before the routes are registered, so that it sees them. */
export async function addApiDescription(
  app: FastifyInstance,
  { appName, allowance }: { appName: string; allowance: Allowance },
): Promise<void> {
  const takeAllowance = (request: FastifyRequest) => allowance.take({ address: request.ip }, 'read');
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${appName} API`,
        version: '1',
        description:
          'Every success is `{status, success, message, body}`; every failure `{status, success: false, message, ' +
          'errors?}` with the same HTTP status. Lists take `activepage` and `limit`, or the `cursor` of the ' +
          'previous response.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      dropUnreferenced(jsonSchemaTransformObject(document) as { components?: { schemas?: Schemas } }) as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: () => PAGE_POLICY,
    logLevel: 'warn',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false, layout: 'BaseLayout' },
    theme: { title: `${appName} API` },
    uiHooks: { onRequest: takeAllowance },
  });
  const sendDocument = createDocumentSender(app);
  // The viewer's own copies of the description would be serialized anew for each request.
  const copies = new Set(['/api/docs/json', '/api/docs/yaml']);
  app.addHook('onRequest', async (request, reply) => {
    if (!copies.has(request.routeOptions.url ?? '')) return;
    await takeAllowance(request);
    await reply.redirect('/api/openapi.json');
  });
  app.get('/api/openapi.json', { schema: { hide: true }, onRequest: takeAllowance }, sendDocument);
}
