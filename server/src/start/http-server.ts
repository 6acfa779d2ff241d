/** The HTTP server with its plugins, before any feature has bound its routes. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Community } from '../community/community.ts';
import type { Config } from '../config/config.ts';
import { compressOptions, endUnpacking } from '../http/body/compression.ts';
import { acceptEmptyJson } from '../http/body/json-body.ts';
import { respondToClientError } from '../http/errors/client-errors.ts';
import { createErrorHandler } from '../http/errors/error-sink.ts';
import { AppError } from '../http/errors/errors.ts';
import type { Allowance } from '../http/gate/rate-limit.ts';
import { addApiDescription } from '../http/openapi/openapi.ts';
import { addSecurityHeaders, findBasicHeaders } from '../http/pages/security-headers.ts';
import { loggerOptions } from '../log/log.ts';

const BODY_LIMIT = 1024 * 1024;
/** The files of a message, 220 MB, take this long on a line of 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;
/** A client that stops sending its request or reading its response would otherwise keep the connection for longer. */
const SILENCE_TIMEOUT_MS = 120_000;

/** Socket.IO closes other connections that offer an upgrade; some clients offer HTTP/2 with each call. */
const isForSocketIo = ({ url, headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith('/socket.io/') === true;

/** A request to a proxy names the whole address. It is served like any other. */
const toPath = ({ url = '/' }: { url?: string }): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Throws a 400 for a request with several hosts, of which a proxy and this server could choose different ones. */
function requireOneHost({ raw }: FastifyRequest): void {
  let hosts = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2)
    if (raw.rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  if (hosts > 1) throw new AppError(400);
}

export function createHttp(config: Config): FastifyInstance {
  const headers = findBasicHeaders(config);
  const sendFailure = createErrorHandler(() => config.appName);
  return fastify({
    logger: loggerOptions(config.logLevel),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    trustProxy: config.trustedProxies,
    http: { shouldUpgradeCallback: isForSocketIo },
    rewriteUrl: toPath,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Fastify's own 503 does not have the contract's form; `leaveInStages` sends it instead.
    return503OnClosing: false,
    // An address that cannot be parsed is refused before the hooks, which set these headers otherwise.
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply.headers(headers)),
    clientErrorHandler: respondToClientError,
    logController: new LogController({ disableRequestLogging: true }),
  });
}

type Parts = { config: Config; community: Pick<Community, 'name'>; allowance: Allowance };

export async function addPlugins(http: FastifyInstance, { config, community, allowance }: Parts): Promise<void> {
  http.setErrorHandler(createErrorHandler(() => community.name()));
  acceptEmptyJson(http);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.decorateRequest('session', null);
  http.decorateRequest('multipart', null);
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  addSecurityHeaders(http, config);
  http.addHook('onRequest', async (request) => requireOneHost(request));
  await http.register(compress, compressOptions);
  endUnpacking(http);
  await http.register(multipart);
  await addApiDescription(http, { appName: config.appName, allowance });
}
