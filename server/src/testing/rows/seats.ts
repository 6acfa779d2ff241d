/** Seats in webinars and waiting lists for tests, through the same calls that a client makes. */
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { takeSeat } from '@afterhours/contract/webinars/webinars';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';
import { buildWebinar } from './payments.ts';

/** Publishes a free webinar whose seats are all taken by the first half of these members; the others wait. */
export async function buildFullWebinar(app: TestApp, host: TestMember, members: readonly TestMember[]) {
  const capacity = Math.floor(members.length / 2);
  const webinar = await buildWebinar(app, host, { price: 0, capacity, startsAt: '2099-01-01T20:00:00Z' });
  const params = { id: webinar._id };
  for (const [place, { token }] of members.entries()) {
    await succeed(app.call(place < capacity ? takeSeat : joinWaiting, { token, params }));
  }
  return webinar;
}
