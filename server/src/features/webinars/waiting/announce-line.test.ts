import { deleteAccount } from '@afterhours/contract/account/account-data';
import { updatePost } from '@afterhours/contract/posts/posts';
import { cancelWebinar, setSchedule } from '@afterhours/contract/webinars/changes';
import { joinWaiting, leaveWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineMoved } from '#features/payments/events.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { offerFreeSeats } from './commands.ts';

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
afterAll(() => app.close());

const as = ({ token }: TestMember, id: string) => ({ token, params: { id } });

it('Members learn that they move up: somebody ahead leaves, deletes the account or is offered a seat', async () => {
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

it('A new time is sent to the members in line and to the host, whatever form it was set in', async () => {
  const [host, guest, waiting] = await buildMembers(app, 3);
  const webinar = await buildWebinar(app, host, { price: 0, capacity: 1, startsAt: inHours(100) });
  const { _id: id } = webinar;
  const [line, hosted] = [await openTabFor('seats', origin, waiting), await openTabFor('webinarSeats', origin, host)];
  const received = () => [line.length, hosted.length];
  await succeed(app.call(takeSeat, as(guest, id)));
  await expect.poll(received).toEqual([0, 1]);
  await succeed(app.call(joinWaiting, as(waiting, id)));
  await expect.poll(received).toEqual([1, 2]);
  await succeed(app.call(setSchedule, { ...as(host, id), body: { startsAt: inHours(120) } }));
  await expect.poll(received).toEqual([2, 3]);
  const { title, description } = webinar;
  const body = { _id: id, title, description, link: WEBINAR_LINK, startsAt: inHours(140) };
  await succeed(app.call(updatePost, { token: host.token, body }));
  await expect.poll(received).toEqual([3, 4]);
  await succeed(app.call(cancelWebinar, { ...as(host, id), body: {} }));
  await expect.poll(() => hosted.length).toBe(5);
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
