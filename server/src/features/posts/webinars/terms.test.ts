import { DAY_MS } from '@afterhours/contract/base/durations';
import { type Post, updatePost } from '@afterhours/contract/posts/posts';
import { listScheduledPosts, updateScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { takeSeat, webinarMessages } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { scheduleFor } from '#testing/rows/scheduled.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let host: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app);
});
afterAll(() => app.close());

const startsAt = '2099-01-01T20:00:00.000Z';
const endsAt = '2099-01-01T21:30:00.000Z';
const form = { postType: 'webinar', title: 'Glazes', description: 'An hour', link: WEBINAR_LINK, startsAt };
const publish = (fields: object) => app.call(publishPost, { token: host.token, body: { ...form, ...fields } });
const update = ({ _id }: Post, fields: object) => app.call(updatePost, { token: host.token, body: { _id, ...fields } });

describe('The terms of a webinar', () => {
  it('have defaults: no end, no limit, the usual price, no refund', async () => {
    expect(await publish({})).toMatchObject({
      body: {
        webinar: {
          startsAt,
          endsAt: null,
          capacity: null,
          seatsLeft: null,
          price: 1_000,
          currency: 'usd',
          refundPolicy: 'none',
          state: 'upcoming',
          mySeat: null,
          myPlace: null,
        },
      },
    });
    expect((await buildPost(app, host)).webinar).toBeNull();
  });

  it('are stored as sent, whether as JSON or as a form', async () => {
    const kept = { endsAt, capacity: 40, seatsLeft: 40, price: 0, currency: 'eur', refundPolicy: 'full_until_7d' };
    const fields = { endsAt, currency: 'eur', refundPolicy: 'full_until_7d' };
    for (const numbers of [
      { capacity: 40, price: 0 },
      { capacity: '40', price: '0' },
    ])
      expect(await publish({ ...fields, ...numbers })).toMatchObject({ body: { webinar: kept } });
  });

  it.each([
    [{ endsAt: startsAt }, 'endsAt', webinarMessages.endsFirst.message],
    [{ endsAt: '2098-01-01T20:00:00Z' }, 'endsAt', webinarMessages.endsFirst.message],
    [{ endsAt, startsAt: null }, 'endsAt', webinarMessages.endsAlone.message],
    [{ endsAt: 'soon' }, 'endsAt', webinarMessages.notTime.message],
    [{ capacity: -1 }, 'capacity', webinarMessages.capacity.message],
    [{ capacity: 0 }, 'capacity', webinarMessages.capacity.message],
    [{ capacity: 10_001 }, 'capacity', webinarMessages.capacity.message],
    [{ capacity: 1.5 }, 'capacity', webinarMessages.capacity.message],
    [{ price: 49 }, 'price', 'Please enter at least $0.50, or 0 for a free webinar.'],
    [{ price: 49, currency: 'jpy' }, 'price', 'Please enter at least ¥50, or 0 for a free webinar.'],
    [{ price: -1 }, 'price', webinarMessages.price.message],
    [{ currency: 'xau' }, 'currency', webinarMessages.currency.message],
    [{ refundPolicy: 'half' }, 'refundPolicy', webinarMessages.refundPolicy.message],
  ])('are rejected with %j', async (fields, field, message) => {
    const response = await publish(fields);
    expect(response).toMatchObject({ status: 422, errors: [{ field, message }] });
    expect(await update(await buildWebinar(app, host, { startsAt }), fields)).toMatchObject({ status: 422 });
  });

  it('change one by one: fields that are not sent stay', async () => {
    const post = await buildWebinar(app, host, { startsAt, endsAt, capacity: 3, price: 700, currency: 'chf' });
    expect(await update(post, { title: 'Other glazes' })).toMatchObject({ body: { webinar: post.webinar ?? {} } });
    expect(await update(post, { capacity: '', endsAt: '' })).toMatchObject({
      body: { webinar: { capacity: null, endsAt: null, price: 700, currency: 'chf' } },
    });
    expect(await update(post, { endsAt: '2099-01-01T19:00:00Z' })).toMatchObject({ status: 422 });
  });

  it('cannot have fewer seats than are taken', async () => {
    const post = await buildWebinar(app, host, { price: 0, capacity: 3 });
    for (const guest of [await buildMember(app), await buildMember(app)])
      await app.call(takeSeat, { token: guest.token, params: { id: post._id } });
    expect(await update(post, { capacity: 1 })).toMatchObject({
      status: 422,
      errors: [{ field: 'capacity', message: '2 seats are already taken. Please enter at least that number.' }],
    });
    expect(await update(post, { capacity: 2 })).toMatchObject({ body: { webinar: { capacity: 2, seatsLeft: 0 } } });
  });

  it('are published with a scheduled post, which already shows them', async () => {
    const publishAt = new Date(Date.now() + DAY_MS).toISOString();
    await scheduleFor(app, host, { ...form, publishAt, capacity: 5, price: 0, endsAt });
    const list = async () => {
      const listed = await app.call(listScheduledPosts, { token: host.token });
      return listed.ok ? listed.body[0] : undefined;
    };
    const scheduled = await list();
    expect(scheduled?.webinar).toMatchObject({ capacity: 5, price: 0, endsAt });
    const params = { id: scheduled?._id ?? '' };
    const call = { token: host.token, params, body: { capacity: 6 } };
    expect(await app.call(updateScheduledPost, call)).toMatchObject({ body: { webinar: { capacity: 6, price: 0 } } });
    expect(await app.call(updateScheduledPost, { ...call, body: { endsAt: startsAt } })).toMatchObject({ status: 422 });
  });

  it('have the defaults if the previous version wrote the post', async () => {
    const post = await buildWebinar(app, host, { capacity: 3 });
    await app.services.db.deleteFrom('webinars').where('post_id', '=', post._id).execute();
    expect(await update(post, { capacity: 2 })).toMatchObject({ body: { webinar: { capacity: 2, price: 1_000 } } });
  });
});
