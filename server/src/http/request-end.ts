/** Reports the end of each request once: when its response has been sent, or when its caller has hung up. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The status that nginx also logs for a request whose caller hung up. The work may have been done. */
const HUNG_UP = 499;

const keepAddress = ({ remoteAddress }: Socket): boolean => remoteAddress !== undefined;

export type RequestEnd = { request: FastifyRequest; reply: FastifyReply; status: number; ms: number };

/** Must be called before all other hooks are added, so that it also sees what they reject. */
export function onRequestEnd(http: FastifyInstance, listener: (end: RequestEnd) => void): void {
  // A socket remembers its peer's address after the first access. After the connection ends it is too late, and limits
  // need it.
  http.server.on('connection', keepAddress);
  const ended = new WeakSet<FastifyRequest>();
  function end(request: FastifyRequest, reply: FastifyReply, status: number): void {
    if (ended.has(request)) return;
    ended.add(request);
    listener({ request, reply, status, ms: reply.elapsedTime });
  }
  http.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) end(request, reply, HUNG_UP);
    });
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode);
    done();
  });
}
