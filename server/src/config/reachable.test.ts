import { expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { isReachable } from './reachable.ts';

it.each([
  [{}, false],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '127.0.0.2', PUBLIC_URL: 'http://127.0.0.2' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '192.168.1.7' }, true],
  [{ PUBLIC_URL: 'https://community.example' }, true],
  [{ PUBLIC_URL: 'https://127.0.0.1.example' }, true],
  [{ PUBLIC_URL: 'https://localhost.example' }, true],
  [{ SMTP_URL: 'smtp://127.0.0.1:25' }, true],
])('A server with %j can be reached by others: %s', (settings, reachable) => {
  expect(isReachable(parseConfig(settings, '/tmp'))).toBe(reachable);
});
