import { getProfile } from '@afterhours/contract/account/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember } from '#testing/rows/members.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { createRedisServer, findRedisProgram, type RedisServer } from '#testing/servers/redis-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const program = findRedisProgram();
/** Twelve points a minute per member. */
const FACTOR = '0.01';
const POINTS = 12;
let redis: RedisServer;
let app: TestApp;
let other: SecondServer;

describe.skipIf(program === null)('The shared allowance (needs redis-server)', () => {
  beforeAll(async () => {
    redis = await createRedisServer(program ?? '');
    await redis.start();
    app = await buildTestApp({ REDIS_URL: redis.url, RATE_LIMIT_FACTOR: FACTOR });
    other = await startSecondServer(app);
  });
  afterAll(async () => {
    await other.stop();
    await app.close();
    await redis.kill();
  });

  const load = (server: Pick<SecondServer, 'http'>, token: string, remoteAddress: string) =>
    server.http.inject({ url: `/api${getProfile.path}`, headers: { authorization: `Bearer ${token}` }, remoteAddress });

  it('is shared by all servers and used up exactly by many concurrent calls', async () => {
    const { token } = await buildMember(app);
    const responses = await Promise.all(
      Array.from({ length: 2 * POINTS }, (_, number) => load(number % 2 ? app : other, token, `10.0.0.${number}`)),
    );
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(POINTS);
    const refused = responses.find((response) => response.statusCode === 429);
    expect(refused?.json()).toMatchObject({ status: 429, success: false });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it("of an exhausted address does not affect the member's own", async () => {
    const { token } = await buildMember(app);
    for (let calls = 0; calls < 2 * POINTS; calls++) await load(other, 'nobody', '10.0.1.1');
    expect((await load(app, token, '10.0.1.1')).statusCode).toBe(429);
    expect((await load(app, token, '10.0.1.3')).statusCode).toBe(200);
    for (let calls = 0; calls < 2 * POINTS; calls++) await load(other, (await buildMember(app)).token, '10.0.1.2');
    expect((await load(app, token, '10.0.1.2')).statusCode).toBe(429);
    for (let calls = 1; calls < POINTS; calls++)
      expect((await load(app, token, `10.0.2.${calls}`)).statusCode).toBe(200);
  });

  it("is replaced by each server's own at once when Redis is away", async () => {
    const { token } = await buildMember(app);
    for (let calls = 0; calls < POINTS; calls++) await load(app, token, `10.0.3.${calls}`);
    expect((await load(app, token, '10.0.3.99')).statusCode).toBe(429);
    await redis.kill();
    const responses: number[] = [];
    for (let calls = 0; calls <= POINTS; calls++)
      responses.push((await load(app, token, `10.0.4.${calls}`)).statusCode);
    expect(responses.filter((status) => status === 200)).toHaveLength(POINTS);
    expect(responses.at(-1)).toBe(429);
  });
});
