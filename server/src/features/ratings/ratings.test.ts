import { listTopRated } from '@afterhours/contract/feed';
import { getPost } from '@afterhours/contract/posts/posts';
import { deleteRating, setRating } from '@afterhours/contract/posts/ratings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let callers: TestMember[];

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  callers = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)));
});
afterAll(() => app.close());

const rate = (member: TestMember, postId: string, rating: unknown) =>
  app.call(setRating, { token: member.token, body: { user_id: ana.id, _id: postId, rating } });

describe('Rating a post', () => {
  it("returns the viewer's rating and the average, and replaces an earlier rating", async () => {
    const post = await buildPost(app, ana);
    await rate(callers[0]!, post._id, 4);
    expect(await rate(callers[1]!, post._id, 1)).toMatchObject({
      ok: true,
      message: 'Rating saved.',
      body: { _id: post._id, ratingOfPost: 1, averageRating: 2.5, ratingsCount: 2 },
    });
    expect(await rate(callers[1]!, post._id, 5)).toMatchObject({
      body: { ratingOfPost: 5, averageRating: 4.5, ratingsCount: 2 },
    });
    const seen = await app.call(getPost, { token: callers[0]!.token, params: { id: post._id } });
    expect(seen).toMatchObject({ body: { ratingOfPost: 4, averageRating: 4.5, ratingsCount: 2 } });
  });

  it("excludes the author's own rating from averages and rankings", async () => {
    const post = await buildPost(app, ana);
    expect(await rate(ana, post._id, 5)).toMatchObject({
      body: { ratingOfPost: 5, averageRating: 0, ratingsCount: 0 },
    });
    const row = await app.services.db
      .selectFrom('posts')
      .select(['rating_score', 'heat'])
      .where('id', '=', post._id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ rating_score: 3.5, heat: 0 });
  });

  it('ends at the exact count when many members rate concurrently', async () => {
    const post = await buildPost(app, ana);
    const responses = await Promise.all(
      callers.flatMap((member) => [rate(member, post._id, 2), rate(member, post._id, 4), rate(member, post._id, 4)]),
    );
    expect(responses.every((response) => response.ok)).toBe(true);
    const stored = await app.services.db
      .selectFrom('ratings')
      .select('rating')
      .where('post_id', '=', post._id)
      .execute();
    const row = await app.services.db
      .selectFrom('posts')
      .select(['ratings_count', 'ratings_sum'])
      .where('id', '=', post._id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ ratings_count: 12, ratings_sum: stored.reduce((sum, { rating }) => sum + rating, 0) });
  });

  it.each([0, 6, 4.5, '5', -1, null, undefined, true, [5], 99])('rejects %j', async (rating) => {
    const post = await buildPost(app, ana);
    expect(await rate(callers[0]!, post._id, rating)).toMatchObject({
      status: 422,
      errors: [{ field: 'rating', message: 'A rating is a whole number of stars from 1 to 5.' }],
    });
  });

  it('is closed to guests, and a 404 for an unknown post', async () => {
    expect(await app.call(setRating, { body: { _id: NOBODYS, rating: 5 } })).toMatchObject({ status: 401 });
    expect(await rate(callers[0]!, NOBODYS, 5)).toMatchObject({ status: 404 });
  });
});

describe('Removing a rating', () => {
  const remove = (member: TestMember | undefined, postId: string) =>
    app.call(deleteRating, { token: member?.token, params: { postId } });

  it('takes it out of the average; a repeated or concurrent removal has no effect', async () => {
    const post = await buildPost(app, ana);
    await rate(callers[0]!, post._id, 4);
    await rate(callers[1]!, post._id, 1);
    const left = { _id: post._id, ratingOfPost: 0, averageRating: 4, ratingsCount: 1 };
    for (const response of await Promise.all([remove(callers[1], post._id), remove(callers[1], post._id)]))
      expect(response).toMatchObject({ ok: true, message: 'Rating removed.', body: left });
    expect(await remove(callers[1], post._id)).toMatchObject({ body: left });
    const seen = await app.call(getPost, { token: callers[1]!.token, params: { id: post._id } });
    expect(seen).toMatchObject({ body: { ratingOfPost: 0, averageRating: 4, ratingsCount: 1 } });
  });

  it('is closed to guests, and a 404 for an unknown post', async () => {
    const post = await buildPost(app, ana);
    expect(await remove(undefined, post._id)).toMatchObject({ status: 401 });
    expect(await remove(callers[0], NOBODYS)).toMatchObject({ status: 404 });
    expect(await remove(callers[0], 'no-id')).toMatchObject({ status: 404 });
  });
});

describe('Top Rated', () => {
  it('does not rank a single 5 above many good ratings', async () => {
    const [lone, loved] = [await buildPost(app, ana), await buildPost(app, ana)];
    await rate(callers[0]!, lone._id, 5);
    for (const [index, member] of callers.entries()) await rate(member, loved._id, index === 0 ? 4 : 5);
    const response = await app.call(listTopRated, { token: ana.token, query: { limit: '2' } });
    expect(response.ok && response.body.map((post) => post._id)[0]).toBe(loved._id);
  });
});
