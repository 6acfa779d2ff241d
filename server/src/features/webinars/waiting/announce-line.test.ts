import { deleteAccount } from '@afterhours/contract/account/account-data';
import { joinWaiting, leaveWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineMoved } from '#features/payments/events.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { offerFreeSeats } from './commands.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const as = ({ token }: TestMember, id: string) => ({ token, params: { id } });

it('Members learn that they move up: somebody ahead leaves, deletes the account or is offered a seat', async () => {
  const origin = await listen(app);
  const [host, guest, first, second, third, last] = await buildMembers(app, 6);
  const { _id: id } = await buildWebinar(app, host, { price: 0, capacity: 1, startsAt: inHours(100) });
  await succeed(app.call(takeSeat, as(guest, id)));
  for (const member of [first, second, third, last]) await succeed(app.call(joinWaiting, as(member, id)));
  const received = await openTabFor('seats', origin, last);
  await succeed(app.call(leaveWaiting, as(second, id)));
  await expect.poll(() => received).toEqual([{ post_id: id }]);
  await succeed(app.call(deleteAccount, { token: third.token, body: { password: PASSWORD } }));
  await expect.poll(() => received).toHaveLength(2);
  await succeed(app.call(leaveSeat, as(guest, id)));
  await offerFreeSeats(app.services);
  await expect.poll(() => received).toHaveLength(3);
});

it('A line does not move when somebody with a seat deletes the account', async () => {
  const [host, guest] = await buildMembers(app, 2);
  const { _id: id } = await buildWebinar(app, host, { price: 0, startsAt: inHours(100) });
  await succeed(app.call(takeSeat, as(guest, id)));
  const moved: string[] = [];
  app.services.events.after(lineMoved, ({ postId }) => void moved.push(postId));
  await succeed(app.call(deleteAccount, { token: guest.token, body: { password: PASSWORD } }));
  expect(moved).not.toContain(id);
});
