/**
 * Binds the contract's calls to Fastify: the session, the cost, parsing and validating the input, and the response
 * envelope. A handler receives parsed input and a caller, and returns `{message?, body, …}`.
 */
import type { RouteCall, RouteDefinition, RouteResult, SignedIn } from '@afterhours/contract/base/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isResponseSerializationError } from 'fastify-type-provider-zod';
import { withRequiredPosition } from '#db/replicas/position.ts';
import { temporaryFolder } from '#platform/temporary-files.ts';
import { textOf } from '#texts/english.ts';
import { SharedResponse } from './body/compression.ts';
import { dropCachedResponses, sendConditionally } from './body/conditional.ts';
import { toResponse } from './body/envelope.ts';
import { type MultipartBody, type ReceivedFile, readMultipart } from './body/multipart.ts';
import { createReceivedBytes } from './body/received-bytes.ts';
import { requireObject } from './body/require-object.ts';
import { httpTexts } from './errors/http-texts.ts';
import { withinDailyLimit } from './gate/daily.ts';
import { type Device, deviceOf } from './gate/device-cookie.ts';
import { admit, type Gate, readmit, requireRecent } from './gate/gate.ts';
import type { LoadShedding } from './gate/load-shedding.ts';
import { createMemberTurns } from './gate/member-turns.ts';
import { requireSeller } from './gate/sellers.ts';
import type { Session } from './gate/session.ts';
import { createRunOnce, findCreatedId, type RunOnce, readIdempotencyKey } from './idempotency/idempotency.ts';
import { describeRoute } from './openapi/describe-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    multipart: MultipartBody | null;
  }
}

/** What a handler receives. `viewerId` is null for a guest; `session` is set on calls for members. */
type Call<R extends RouteDefinition> = RouteCall<R> & {
  viewerId: R['access'] extends SignedIn ? string : string | null;
  session: R['access'] extends SignedIn ? Session : Session | null;
  files: ReceivedFile[];
  address: string;
  userAgent: string | null;
  device: Device;
};

/**
 * A result whose body is already JSON: its view names each field, so that no other can leave, and the call's tests
 * parse it with the contract. A handler may also return a `SharedResponse`, which is cached for many callers.
 */
type JsonResult<R extends RouteDefinition> = Omit<RouteResult<R>, 'body'> & { json: string };

type Handler<R extends RouteDefinition> = (call: Call<R>) => Promise<RouteResult<R> | JsonResult<R> | SharedResponse>;

type BindOptions<R extends RouteDefinition> = {
  /**
   * Returns true if a call without an `Idempotency-Key` repeats an earlier one, so that it is not counted again for the
   * day.
   */
  isRepeat?: (call: Call<R>) => Promise<boolean>;
};

export type Binder = <R extends RouteDefinition>(route: R, handler: Handler<R>, options?: BindOptions<R>) => void;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

function toCall<R extends RouteDefinition>(gate: Gate, request: FastifyRequest, reply: FastifyReply): Call<R> {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    viewerId: request.session?.userId ?? null,
    session: request.session,
    files: request.multipart?.files ?? [],
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    device: deviceOf(request, reply, gate.services.config.publicUrl.startsWith('https:')),
  } as Call<R>;
}

/**
 * Returns the response to a repeated call as text. If another version has stored it, it may not fit this version's
 * contract: then the caller gets it as stored, since the call is done.
 */
function serializeStored(reply: FastifyReply, response: object): string {
  try {
    return reply.serialize(response) as string;
  } catch (error) {
    if (!isResponseSerializationError(error)) throw error;
    return JSON.stringify(response);
  }
}

async function respond<R extends RouteDefinition>(
  gate: Gate,
  route: R,
  { handler, isRepeat, runOnce }: BindOptions<R> & { handler: Handler<R>; runOnce: RunOnce },
  { request, reply }: Exchange,
) {
  const call = toCall<R>(gate, request, reply);
  const key = route.idempotencyKey ? readIdempotencyKey(request) : null;
  const counted = {
    userId: call.viewerId,
    body: call.body,
    isRepeat: async () => findCreatedId() !== null || ((await isRepeat?.(call)) ?? false),
  };
  let hasRun = false;
  const run = () => {
    hasRun = true;
    return withinDailyLimit(gate.services, route, counted, () => handler(call));
  };
  const { params, body, files } = call;
  const result =
    key && request.session
      ? await runOnce({ userId: request.session.userId, key, path: route.path, params, body, files }, run)
      : await run();
  if (result instanceof SharedResponse) return result;
  const message = textOf(result.message ?? httpTexts.ok);
  if ('json' in result) return toResponse({ ...result, message });
  const response = { status: 200, success: true, ...result, message };
  return hasRun ? response : serializeStored(reply, response);
}

/**
 * Makes reads see the member's own writes, and writes report their position. On a single server there is nothing to do.
 */
async function withWritePositions<T>(
  { services }: Gate,
  route: RouteDefinition,
  { request, reply }: Exchange,
  work: () => Promise<T>,
): Promise<T> {
  if (!services.writePositions.active) return work();
  const userId = request.session?.userId ?? null;
  const runWork = () => withRequiredPosition(services.writePositions.required(request.headers.cookie, userId), work);
  if (route.method === 'GET' || userId === null) return runWork();
  // A rejected write may have been done in part.
  return runWork().finally(async () => {
    const cookie = await services.writePositions.recordWrite(userId).catch(() => null);
    if (cookie !== null) reply.header('set-cookie', cookie);
  });
}

/** Returns the binder for an application; every route of every feature goes through it. */
export function createBinder(app: FastifyInstance, gate: Gate, load: LoadShedding): Binder {
  const folder = temporaryFolder(gate.services.config);
  const countReceived = createReceivedBytes();
  const takeTurn = createMemberTurns(gate.services.config.rateLimitFactor, load);
  const runOnce = createRunOnce(gate.services.db);
  return (route, handler, options = {}) => {
    const { body, files } = route;
    app.route({
      method: route.alsoMethod ? [route.method, route.alsoMethod] : route.method,
      url: `/api${route.path}`,
      schema: describeRoute(route),
      onRequest: (request) => admit(gate, route, request),
      // A multipart body is parsed here, before validation.
      preValidation: async (request) => {
        if (body && request.isMultipart()) {
          const received = countReceived(request.session?.userId ?? '');
          request.multipart = await readMultipart(request, files ?? [], { folder, received });
          request.body = request.multipart.fields;
        }
        if (body) requireObject(request);
      },
      preHandler: async (request, reply) => {
        await readmit(gate, route, request, reply.elapsedTime);
        requireRecent(route, request.session, request.body);
        requireSeller(gate.services, route, request.session, request.body);
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const response = await takeTurn(request, async () => {
          await readmit(gate, route, request, reply.elapsedTime);
          return withWritePositions(gate, route, { request, reply }, () =>
            respond(gate, route, { ...options, handler, runOnce }, { request, reply }),
          );
        }).finally(() => request.multipart?.discard());
        // Responses are private to their caller; conditional ones set their own caching headers.
        if (!route.conditional) reply.header('cache-control', 'no-store');
        if (route.leavesBrowser) dropCachedResponses(reply);
        if (response instanceof SharedResponse) return response.send(request, reply);
        if (route.conditional) return sendConditionally(request, reply, response);
        return typeof response === 'string'
          ? reply.type('application/json; charset=utf-8').send(response)
          : reply.send(response);
      },
      // Received files are deleted however the call ends, even if the caller has disconnected.
      onError: async (request) => request.multipart?.discard(),
    });
  };
}
