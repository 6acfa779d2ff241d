/**
 * The guarantees of a chat: several tabs of two members write concurrently and repeat what was not acknowledged. Each
 * acknowledged message exists once, in one order for both members.
 */
import { listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const TABS = 4;
const MESSAGES = 12;
let app: TestApp;
let pair: [TestMember, TestMember];

beforeAll(async () => {
  app = await buildTestApp();
  pair = [await buildMember(app), await buildMember(app)];
  await buildTies(app, pair);
});
afterAll(() => app.close());

type Acknowledged = { clientId: string; id: string; seq: number };

/** Writes messages one after another, each up to three times concurrently under one id. */
async function writeFrom(tab: number): Promise<Acknowledged[]> {
  const [from, to] = tab % 2 ? pair : (pair.toReversed() as typeof pair);
  const acknowledged: Acknowledged[] = [];
  for (let number = 0; number < MESSAGES; number++) {
    const clientId = crypto.randomUUID();
    const body = { content: `${tab}-${number}`, receiver_id: to.id, client_id: clientId };
    const responses = await Promise.all(
      Array.from({ length: 1 + (number % 3) }, () => app.call(createMessage, { token: from.token, body })),
    );
    for (const response of responses) {
      if (!response.ok) throw new Error(response.message);
      expect(response.body).toMatchObject({ client_id: clientId, content: `${tab}-${number}`, sender_id: from.id });
      acknowledged.push({ clientId, id: response.body._id, seq: response.body.seq });
    }
  }
  return acknowledged;
}

/** Returns the complete conversation as a member sees it, loaded page by page. */
async function readAll(member: TestMember, other: TestMember) {
  const seen: { client_id: string | null; _id: string; seq: number }[] = [];
  for (let more = true; more; ) {
    const response: Awaited<ReturnType<typeof app.call<typeof listMessages>>> = await app.call(listMessages, {
      token: member.token,
      query: { userId: other.id, after: String(seen.at(-1)?.seq ?? 0), limit: '7' },
    });
    if (!response.ok) throw new Error(response.message);
    seen.push(...response.body);
    more = response.more;
  }
  return seen;
}

it('A chat with concurrent tabs stores each message once, in one order, and keeps the order of each tab', async () => {
  const histories = await Promise.all(Array.from({ length: TABS }, (_, tab) => writeFrom(tab)));
  const acknowledged = histories.flat();
  const [one, other] = [await readAll(...pair), await readAll(...(pair.toReversed() as typeof pair))];
  expect(other.map((message) => message._id)).toEqual(one.map((message) => message._id));
  expect(one.map((message) => message.seq)).toEqual(Array.from({ length: TABS * MESSAGES }, (_, index) => index + 1));
  const byClientId = new Map(one.map((message) => [message.client_id, message]));
  for (const { clientId, id, seq } of acknowledged) expect(byClientId.get(clientId)).toMatchObject({ _id: id, seq });
  for (const history of histories) {
    const order = history.map((message) => message.seq);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
});
