/** Binds the contract's calls whose responses are not JSON, such as files. */
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

/** Returns a binder for routes whose responses are not JSON; their callers pass the same gate. */
export function createRawBinder(app: FastifyInstance, gate: Gate): RawBinder {
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
        return handler({ request, reply, query: query as never, body: sent as never, session: session as never });
      },
    });
  };
}
