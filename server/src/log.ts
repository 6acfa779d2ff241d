import type { FastifyServerOptions } from 'fastify';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

const HIDDEN_QUERY = /([?&](?:token|sig|code)=)[^&]*/gi;

/** An address as it may be logged: without what a query may carry in confidence. */
const loggableUrl = (url: string): string => url.replace(HIDDEN_QUERY, '$1…');

/** Structured JSON lines; readable ones when a person watches a terminal. No header, body or token is ever logged. */
export function loggerOptions(level: string): LoggerOptions {
  const readable = process.stdout.isTTY && process.env.NODE_ENV !== 'production';
  return {
    level,
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        url: loggableUrl(request.url),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
    ...(readable
      ? {
          transport: {
            target: 'pino-pretty',
            options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname,reqId,req,res,responseTime' },
          },
        }
      : {}),
  };
}
