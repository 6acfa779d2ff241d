import { paymentMessages } from '@afterhours/contract/constants/payments';
import { getPost, postMessages, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const PAST = '2020-01-01T20:00:00.000Z';
const FUTURE = '2099-01-01T20:00:00.000Z';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app);
});
beforeEach(async () => {
  guest = await buildMember(app);
});
afterAll(() => app.close());

/** Sets the start of a webinar, by default in the past. */
const begin = (postId: string, at = new Date(PAST)) =>
  app.services.db.updateTable('posts').set({ starts_at: at }).where('id', '=', postId).execute();

describe('The time of a webinar', () => {
  const webinar = { postType: 'webinar', title: 'Glazes', description: 'An hour', link: 'https://example.com/live' };

  it('cannot be in the past when it is published, nor be moved there', async () => {
    const refused = { status: 422, errors: [{ field: 'startsAt', message: postMessages.webinarPast.message }] };
    const publish = (startsAt: string) => app.call(publishPost, { token: host.token, body: { ...webinar, startsAt } });
    expect(await publish(PAST)).toMatchObject(refused);
    const published = await succeed(publish(FUTURE));
    const { _id } = published.body;
    const move = (startsAt: string) => app.call(updatePost, { token: host.token, body: { _id, startsAt } });
    expect(await move(PAST)).toMatchObject(refused);
    expect(await move('2098-01-01T20:00:00.000Z')).toMatchObject({ ok: true });
  });

  it('does not prevent the host from editing texts after it has begun', async () => {
    const { _id } = await buildWebinar(app, host, { startsAt: FUTURE });
    await begin(_id);
    const change = (body: object) => app.call(updatePost, { token: host.token, body: { _id, ...body } });
    expect(await change({ title: 'Glazes, again' })).toMatchObject({
      body: { title: 'Glazes, again', startsAt: PAST },
    });
    expect(await change({ title: 'Glazes, once more', startsAt: PAST })).toMatchObject({ ok: true });
  });
});

describe('A webinar that has begun', () => {
  it('cannot be paid for, and nothing is charged', async () => {
    const { _id } = await buildWebinar(app, host, { startsAt: FUTURE });
    await begin(_id, new Date(Date.now() - 1_000));
    expect(await pay(app, guest, _id, await buildSandboxToken(app, guest))).toMatchObject({
      ok: false,
      status: 409,
      message: paymentMessages.begun.message,
    });
    expect(await app.services.db.selectFrom('payments').select('id').where('post_id', '=', _id).execute()).toEqual([]);
  });

  it('stays open to members who have paid, and their repeated order returns the same payment', async () => {
    const { _id } = await buildWebinar(app, host, { startsAt: FUTURE });
    const token = await buildSandboxToken(app, guest);
    const paid = await pay(app, guest, _id, token);
    await begin(_id);
    expect(await pay(app, guest, _id, token)).toMatchObject({ body: paid.ok ? paid.body : {} });
    expect(await app.call(getPost, { token: guest.token, params: { id: _id } })).toMatchObject({
      body: { link: 'https://example.com/live', payment: { status: 'completed' } },
    });
  });
});
