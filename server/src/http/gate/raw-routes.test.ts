import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRawRoutes } from '#testing/calls/contract-routes.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

/** A few dozen points a minute per network, so that the limit is soon reached. */
const FACTOR = '0.02';
const routes = (await listRawRoutes()).filter(({ access }) => access !== 'public' && access !== 'optional');

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMIT_FACTOR: FACTOR });
});
afterAll(() => app.close());

const requestFile = (path: string, token: string | null, remoteAddress: string) =>
  app.http.inject({
    url: `/api${path.replaceAll(/:\w+/g, '0198c0de-0000-7000-8000-000000000000')}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    remoteAddress,
  });

describe.each(routes)('The file at $path', ({ path, beforeDetails }) => {
  // Each file uses a network of its own, so that its calls do not use up the next one's allowance.
  const network = `10.7.${routes.findIndex((route) => route.path === path)}`;
  beforeAll(async () => {
    ana = await buildMember(app);
  });

  it('is for members only', async () => {
    expect((await requestFile(path, null, `${network}.1`)).statusCode).toBe(401);
  });

  it('is denied to a session without the required details, unless the contract allows it', async () => {
    await app.services.db.updateTable('sessions').set({ limited: true }).where('user_id', '=', ana.id).execute();
    await expect.poll(async () => (await app.services.sessions.find(ana.token))?.limited, { interval: 20 }).toBe(true);
    const { statusCode } = await requestFile(path, ana.token, `${network}.2`);
    if (beforeDetails) expect(statusCode).not.toBe(403);
    else expect(statusCode).toBe(403);
    await app.services.db.updateTable('sessions').set({ limited: false }).where('user_id', '=', ana.id).execute();
    await expect.poll(async () => (await app.services.sessions.find(ana.token))?.limited, { interval: 20 }).toBe(false);
  });

  it('costs its caller points until the allowance is used up', async () => {
    const statuses = [];
    for (let times = 0; times < 100; times++) statuses.push((await requestFile(path, null, `${network}.3`)).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
