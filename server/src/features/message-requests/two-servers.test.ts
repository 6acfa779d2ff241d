/** Two servers on one database: what a member sends to both concurrently counts against one budget. */
import { createMessage } from '@afterhours/contract/messages/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember } from '#testing/rows/members.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const ROUNDS = 5;
let app: TestApp;
let secondServer: SecondServer;

beforeAll(async () => {
  app = await buildTestApp();
  secondServer = await startSecondServer(app);
});
afterAll(async () => {
  await secondServer.stop();
  await app.close();
});

it('Three requests of a new member are accepted, however many are sent to both servers concurrently', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const sender = await buildMember(app);
    const receivers = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)));
    const responses = await Promise.all(
      receivers.map((receiver, place) =>
        (place % 2 === 0 ? app : secondServer).http.inject({
          method: 'POST',
          url: `/api${createMessage.path}`,
          headers: { authorization: `Bearer ${sender.token}` },
          payload: { content: 'Hello', receiver_id: receiver.id },
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429,
    ]);
  }
});
