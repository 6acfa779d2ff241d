/** The log: structured JSON lines, or readable ones in a terminal. It contains no header, body or token. */
import type { FastifyServerOptions } from 'fastify';
import { networkOf } from './http/gate/network.ts';
import type { RequestEnd } from './http/request-end.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

const HIDDEN_QUERY = /([?&](?:token|sig|s|code)=)[^&]*/gi;

/** Returns an address for the log, without the query, which may be confidential. */
const loggableUrl = (url: string): string => url.replace(HIDDEN_QUERY, '$1…');

/** Fields that are in the sentence of a readable line already, or that nobody needs there. */
const HIDDEN_FIELDS = [
  'pid',
  'hostname',
  'reqId',
  'event',
  'kind',
  'method',
  'url',
  'route',
  'status',
  'ms',
  'memberId',
  'sessionId',
  'account',
  'network',
];

/** Whether a person watches the terminal: then lines are readable. */
export const isWatched = (): boolean => process.stdout.isTTY && process.env.NODE_ENV !== 'production';

export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    ...(isWatched()
      ? {
          transport: {
            target: 'pino-pretty',
            options: { translateTime: 'HH:MM:ss', ignore: HIDDEN_FIELDS.join(',') },
          },
        }
      : {}),
  };
}

/** The line of a request: the call, its result, and its caller. */
function describeRequest({ request, status, ms }: RequestEnd) {
  const { method, session } = request;
  return {
    event: 'request',
    method,
    url: loggableUrl(request.url),
    route: request.routeOptions.url ?? null,
    status,
    ms: Math.round(ms * 10) / 10,
    memberId: session?.userId ?? null,
    sessionId: session?.sessionId ?? null,
    network: networkOf(request.ip).narrow,
  };
}

type RequestLine = ReturnType<typeof describeRequest>;

/** The same for a person: `GET /api/x 200 6.5 ms member 01a1…`. */
const readRequestLine = ({ method, url, status, ms, memberId }: RequestLine): string =>
  `${method} ${url} ${status} ${ms} ms${memberId ? ` member ${memberId}` : ''}`;

/** The levels at which requests are logged. */
const TOLD_AT = new Set(['info', 'debug', 'trace']);

/** Writes the line of each request that has ended, and builds it only if it is logged. */
export function logRequest(end: RequestEnd): void {
  if (!TOLD_AT.has(end.request.log.level)) return;
  const line = describeRequest(end);
  end.request.log.info(line, isWatched() ? readRequestLine(line) : 'request');
}
