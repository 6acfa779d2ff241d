import { logout } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { likePost } from '@afterhours/contract/posts/likes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { hasAlready } from './etag.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const listWithTag = (member: TestMember, tag?: string) =>
  app.http.inject({
    url: `/api${listNotifications.path}`,
    headers: { authorization: `Bearer ${member.token}`, ...(tag ? { 'if-none-match': tag } : {}) },
  });

describe('A response with an ETag', () => {
  it('is not sent again while it is unchanged, but is after a change', async () => {
    const post = await buildPost(app, ana);
    const first = await listWithTag(ana);
    const tag = String(first.headers.etag);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.stringMatching(/^W\/"/) });
    expect(String(first.headers.vary).toLowerCase()).toContain('authorization');
    expect(await listWithTag(ana, `W/"another", ${tag}`)).toMatchObject({ statusCode: 304, body: '' });
    await app.call(likePost, { token: ben.token, body: { post_id: post._id, status: true } });
    const second = await listWithTag(ana, tag);
    expect(second.statusCode).toBe(200);
    expect(second.headers.etag).not.toBe(tag);
  });

  it('is found among the tags of a caller, however they are spaced', () => {
    const has = (tags: string) => hasAlready({ headers: { 'if-none-match': tags } }, 'W/"one"');
    expect(has('"another" ,\t "one"')).toBe(true);
    expect(has('"another" "one"')).toBe(false);
    // A regular expression would search a long header full of spaces from each of them.
    const split = vi.spyOn(String.prototype, 'split');
    has('"another" , "one"');
    expect(split.mock.calls).toEqual([[',']]);
    split.mockRestore();
  });

  it('is served only to members, whatever tag a caller sends', async () => {
    const tag = String((await listWithTag(ana)).headers.etag);
    expect(
      (await app.http.inject({ url: `/api${listNotifications.path}`, headers: { 'if-none-match': tag } })).statusCode,
    ).toBe(401);
  });
});

describe("Clearing the browser's cache", () => {
  it('happens on sign-out and on account deletion', async () => {
    const [cleo, dora] = [await buildMember(app), await buildMember(app)];
    const left = [
      await app.call(logout, { token: cleo.token }),
      await app.call(deleteAccount, { token: dora.token, body: { password: PASSWORD } }),
    ];
    for (const response of left)
      expect(response).toMatchObject({ ok: true, headers: { 'clear-site-data': '"cache"' } });
  });

  it('does not happen for a rejected call or one that only reads', async () => {
    const refused = await app.call(deleteAccount, { token: ana.token, body: { password: 'wrong' } });
    expect(refused.ok).toBe(false);
    for (const { headers } of [refused, await app.call(logout), await listWithTag(ana)])
      expect(headers).not.toHaveProperty('clear-site-data');
  });
});
