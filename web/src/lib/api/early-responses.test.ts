import type { getProfile } from '@afterhours/contract/account/account';
import { afterEach, expect, it } from 'vitest';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { writeSession } from '../browser/session-storage.ts';
import { call } from './client.ts';

const slot = globalThis as { earlyResponses?: unknown };
const own = () => call<typeof getProfile>('GET', '/getProfile');
const early = (firstName: string, token = 'abc') => {
  const body = { status: 200, success: true, message: '', body: { ...buildOwnUser(), firstName } };
  slot.earlyResponses = {
    token,
    responses: { '/api/getProfile': Promise.resolve({ status: 200, text: JSON.stringify(body), retryAfter: null }) },
  };
};

afterEach(() => delete slot.earlyResponses);

it('A response that was requested before the program loaded is used once', async () => {
  writeSession('abc', buildOwnUser());
  const requests = serve({ 'GET /getProfile': ok({ ...buildOwnUser(), firstName: 'Later' }) });
  early('Early');
  expect(await own()).toMatchObject({ ok: true, body: { firstName: 'Early' } });
  expect(requests).toHaveLength(0);
  expect(await own()).toMatchObject({ ok: true, body: { firstName: 'Later' } });
  expect(requests).toHaveLength(1);
});

it('A response that belongs to another session is not used', async () => {
  writeSession('abc', buildOwnUser());
  serve({ 'GET /getProfile': ok({ ...buildOwnUser(), firstName: 'Own' }) });
  early('Somebody else', 'before');
  expect(await own()).toMatchObject({ body: { firstName: 'Own' } });
});

it('An early request that failed is treated as an unreachable server, like any other', async () => {
  writeSession('abc', buildOwnUser());
  serve({});
  slot.earlyResponses = { token: 'abc', responses: { '/api/getProfile': Promise.reject(new TypeError('network')) } };
  expect(await own()).toMatchObject({ ok: false, status: 0 });
});
