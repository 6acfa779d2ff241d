/** Binds the contract's calls whose responses are not JSON, such as files. */
import { finished } from 'node:stream';
import type { RawRouteDefinition, RouteCall, RouteDefinition, SignedIn } from '@afterhours/contract/base/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireObject } from './body/require-object.ts';
import { admit, type Gate, readmit } from './gate/gate.ts';
import type { Session } from './gate/session.ts';

type RawCall<R extends RawRouteDefinition> = Pick<
  RouteCall<R & Pick<RouteDefinition, 'response'>>,
  'query' | 'body'
> & {
  request: FastifyRequest;
  reply: FastifyReply;
  session: R['access'] extends SignedIn ? Session : Session | null;
};

export type RawBinder = <R extends RawRouteDefinition>(
  route: R,
  handler: (call: RawCall<R>) => Promise<FastifyReply>,
) => void;

type Download = { session: Session; route: RawRouteDefinition; reply: FastifyReply };

/**
 * Returns a function that breaks a member's download off once its session ends, or a decision keeps the member out: a
 * large export takes minutes.
 */
function createBreakOff({ services: { sessions } }: Gate): (download: Download) => void {
  const downloads = new Set<Download>();
  sessions.onRevoked(({ sessionId, reason }) => {
    for (const { session, route, reply } of downloads)
      if (session.sessionId === sessionId && (reason === 'ended' || !route.whileSuspended)) reply.raw.destroy();
  });
  return (download) => {
    downloads.add(download);
    // Also calls back if the caller has hung up already.
    finished(download.reply.raw, () => void downloads.delete(download));
  };
}

/** Returns a binder for routes whose responses are not JSON; their callers pass the same gate. */
export function createRawBinder(app: FastifyInstance, gate: Gate): RawBinder {
  const breakOff = createBreakOff(gate);
  return (route, handler) => {
    const { query: querystring, body } = route;
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      schema: { hide: true, ...(querystring ? { querystring } : {}), ...(body ? { body } : {}) },
      onRequest: (request) => admit(gate, route, request),
      preValidation: async (request) => {
        if (body) requireObject(request);
      },
      preHandler: (request, reply) => readmit(gate, route, request, reply.elapsedTime),
      handler: (request, reply) => {
        const { query, body: sent, session } = request;
        if (session) breakOff({ session, route, reply });
        return handler({ request, reply, query: query as never, body: sent as never, session: session as never });
      },
    });
  };
}
