/** The log: structured JSON lines, or readable ones in a terminal. It contains no headers, bodies or tokens. */
import type { FastifyServerOptions } from 'fastify';
import { networkOf } from '../http/gate/network.ts';
import type { RequestEnd } from '../http/request-end.ts';
import { openLogOutput } from './log-output.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Values by which whoever has them is authorized, and what members search for or are writing. */
const HIDDEN_QUERY = /([?&](?:token|sig|s|code|invitation|keyword|q|name|trade|skill|title)=)[^&]*/gi;
/** What is confidential in the path: the tokens of calendars and of links to unsubscribe. */
const HIDDEN_SEGMENT = /^(\/(?:api\/calendar|u)\/)[^/?]+/i;

/** Returns a URL for the log, without what is confidential in it. */
const loggableUrl = (url: string): string => url.replace(HIDDEN_SEGMENT, '$1…').replace(HIDDEN_QUERY, '$1…');

/** Fields that a readable line already contains in its sentence, or that nobody needs there. */
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

/** True if a person watches the terminal, in which case lines are readable. */
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
      : { stream: openLogOutput() }),
  };
}

/** Returns the fields of a request's log line: the call, its result and its caller. */
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

/** Formats the line for a person: `GET /api/x 200 6.5 ms member 01a1…`. */
const readRequestLine = ({ method, url, status, ms, memberId }: RequestLine): string =>
  `${method} ${url} ${status} ${ms} ms${memberId ? ` member ${memberId}` : ''}`;

/** The levels at which requests are logged. */
const LOGGED_LEVELS = new Set(['info', 'debug', 'trace']);

/** Writes a line for each completed request, and builds it only if it is logged. */
export function logRequest(end: RequestEnd): void {
  if (!LOGGED_LEVELS.has(end.request.log.level)) return;
  const line = describeRequest(end);
  end.request.log.info(line, isWatched() ? readRequestLine(line) : 'request');
}
