import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { logRequest } from './log.ts';

it.each([
  ['warn', 0],
  ['info', 1],
])('At the level %s, the line of a request is built %i times', (level, times) => {
  const readAddress = vi.fn(() => '192.0.2.1');
  const info = vi.fn();
  const request = {
    log: { level, info },
    method: 'GET',
    url: '/api/users',
    routeOptions: {},
    session: null,
    get ip() {
      return readAddress();
    },
  } as unknown as FastifyRequest;
  logRequest({ request, reply: {} as FastifyReply, status: 200, ms: 1 });
  expect(readAddress).toHaveBeenCalledTimes(times);
  expect(info).toHaveBeenCalledTimes(times);
});

it.each([
  ['/ResetPassword?token=secret', '/ResetPassword?token=…'],
  ['/api/uploads/message/a.jpg?m=1&e=2&s=secret', '/api/uploads/message/a.jpg?m=1&e=2&s=…'],
  ['/Register?invitation=secret&lang=en', '/Register?invitation=…&lang=en'],
  ['/api/people/find?name=Secret%20Name&limit=5', '/api/people/find?name=…&limit=5'],
  ['/people?trade=secret&skill=secret&country=DE', '/people?trade=…&skill=…&country=DE'],
  ['/api/me/jobs/same?title=secret', '/api/me/jobs/same?title=…'],
  ['/results?q=secret', '/results?q=…'],
  ['/api/connections/getAllMessageConnections?keyword=secret', '/api/connections/getAllMessageConnections?keyword=…'],
  ['/api/calendar/secret.ics', '/api/calendar/…'],
  ['/API/Calendar/secret.ics?refresh=1', '/API/Calendar/…?refresh=1'],
  ['/u/secret', '/u/…'],
  ['/u/secret/', '/u/…/'],
  ['/api/users/named/ana', '/api/users/named/ana'],
])('The line of a request to %s contains no secret', (url, logged) => {
  const info = vi.fn();
  const request = {
    log: { level: 'info', info },
    method: 'GET',
    url,
    routeOptions: {},
    session: null,
    ip: '192.0.2.1',
  };
  logRequest({ request: request as unknown as FastifyRequest, reply: {} as FastifyReply, status: 200, ms: 1 });
  expect(info.mock.calls[0]?.[0]).toMatchObject({ url: logged });
});
