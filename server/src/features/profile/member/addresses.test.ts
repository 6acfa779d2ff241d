/** Member URLs: by username, by a former username, and those of deleted accounts. */
import { signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { getMemberByUsername } from '@afterhours/contract/profile/member-profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { deleteExpired } from '#features/account/queries.ts';
import { describePost } from '#features/posts/page/post-page.ts';
import { makeEmbed } from '#features/syndication/embed.ts';
import { makeFeed } from '#features/syndication/feeds.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { describeMember, describeMemberByName } from './member-page.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, addBuiltPage);
});
afterAll(() => app.close());

const open = (url: string) => app.http.inject({ url });
const statusOf = async (url: string) => (await open(url)).statusCode;
const rename = ({ token }: TestMember, username: string) => app.call(updateProfile, { token, body: { username } });
const read = (username: string, token: string | null = null) =>
  app.call(getMemberByUsername, { token, params: { username } });
const age = (username: string, days: number) =>
  sql`UPDATE former_usernames SET given_up_at = now() - make_interval(days => ${days})
    WHERE username = ${username}`.execute(app.services.db);

describe('A profile addressed by username', () => {
  it('is available to everyone, in any case, even with periods in the name', async () => {
    const ana = await buildMember(app, { username: 'a.b' });
    for (const token of [null, ana.token]) expect(await read('A.B', token)).toMatchObject({ body: { _id: ana.id } });
    const page = await open('/@a.b');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<link rel="canonical" href="https://after.example/@a.b" />');
    expect((await open('/%40a.b')).body).toContain('href="https://after.example/@a.b"');
    expect((await open(`/results/view-profile/${ana.id}`)).body).toContain('href="https://after.example/@a.b"');
    expect(page.headers['cache-control']).toContain('s-maxage=30');
  });

  it('is a 404 for an unknown name, and for a member who is not visible to the viewer', async () => {
    const [ana, ben] = [await buildMember(app), await buildMember(app)];
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id, block: true } });
    for (const name of ['nobody.at.all', 'x', 'x'.repeat(100), '%00', 'a\0b', 'deleted.1']) {
      expect(await read(name)).toMatchObject({ status: 404 });
      expect(await statusOf(`/@${encodeURIComponent(name)}`)).toBe(404);
    }
    expect(await read(ana.user.username, ben.token)).toMatchObject({ status: 404 });
    expect(await statusOf('/@')).toBe(404);
    expect(await read('x'.repeat(200))).toMatchObject({ status: 404 });
  });
});

describe('A former username', () => {
  it('redirects to the member for 90 days', async () => {
    const ana = await buildMember(app, { username: 'before.one' });
    await rename(ana, 'after.one');
    const page = await open('/@Before.One');
    expect([page.statusCode, page.headers.location]).toEqual([302, '/@after.one']);
    expect(await read('before.one')).toMatchObject({ body: { _id: ana.id, username: 'after.one' } });
    await age('before.one', 91);
    expect(await statusOf('/@before.one')).toBe(404);
    expect(await read('before.one')).toMatchObject({ status: 404 });
  });

  it('is reserved for 180 days, except for the member who gave it up', async () => {
    const [ana, ben] = [await buildMember(app, { username: 'mine.first' }), await buildMember(app)];
    await rename(ana, 'mine.second');
    expect(await rename(ben, 'mine.first')).toMatchObject({ status: 409 });
    expect(await app.call(signup, { body: buildSignup({ username: 'mine.first' }) })).toMatchObject({ status: 409 });
    expect(await rename(ana, 'mine.first')).toMatchObject({ ok: true });
    expect(await read('mine.second')).toMatchObject({ body: { username: 'mine.first' } });
    await age('mine.second', 181);
    expect(await rename(ben, 'mine.second')).toMatchObject({ ok: true });
    expect(await read('mine.second')).toMatchObject({ body: { _id: ben.id } });
  });

  it('counts towards a limit of five that one member can reserve at a time', async () => {
    const ana = await buildMember(app, { username: 'many.0' });
    for (let count = 1; count <= 5; count++) expect(await rename(ana, `many.${count}`)).toMatchObject({ ok: true });
    expect(await rename(ana, 'many.6')).toMatchObject({ status: 422, errors: [{ field: 'username' }] });
    expect(await rename(ana, 'many.2')).toMatchObject({ ok: true });
    expect(await rename(ana, 'many.6')).toMatchObject({ status: 422 });
    expect(await app.call(updateProfile, { token: ana.token, body: { firstName: 'Ana' } })).toMatchObject({ ok: true });
    await age('many.0', 181);
    expect(await rename(ana, 'many.6')).toMatchObject({ ok: true });
  });

  it('cannot be taken while it is being given up', async () => {
    const [ana, ben] = [await buildMember(app, { username: 'wanted' }), await buildMember(app)];
    const [givenUp, taken] = await Promise.all([rename(ana, 'left.it'), rename(ben, 'wanted')]);
    expect([givenUp.ok, taken.ok]).toEqual([true, false]);
  });

  it('is deleted after its reservation, and with the account', async () => {
    const { db } = app.services;
    const [ana, ben] = [await buildMember(app, { username: 'old.a' }), await buildMember(app, { username: 'old.b' })];
    await rename(ana, 'new.a');
    await rename(ben, 'new.b');
    await age('old.a', 181);
    await app.call(deleteAccount, { token: ben.token, body: { password: PASSWORD } });
    await deleteExpired(db);
    const left = await db
      .selectFrom('former_usernames')
      .select('username')
      .where('username', 'like', 'old.%')
      .execute();
    expect(left).toEqual([]);
  });
});

describe('A reserved username', () => {
  it('is rejected at registration and as a change, but a member who already has it keeps it', async () => {
    const ana = await buildMember(app, { username: 'admin' });
    const refused = { status: 422, errors: [{ field: 'username' }] };
    expect(await app.call(signup, { body: buildSignup({ username: 'Api' }) })).toMatchObject(refused);
    expect(await rename(ana, 'support')).toMatchObject(refused);
    expect(await rename(ana, 'sup.port_')).toMatchObject(refused);
    expect(await rename(ana, 'admin')).toMatchObject({ ok: true });
    const joined = await app.call(signup, { body: buildSignup({ firstName: 'Mod', lastName: 'Erator' }) });
    expect(joined).toMatchObject({ ok: true });
  });
});

describe('A page whose content was deleted', () => {
  it('is a 410 for a deleted account and its posts, at all URLs, unless guests could not see them', async () => {
    const [ana, ben] = [await buildMember(app, { username: 'leaves' }), await buildMember(app, { username: 'hidden' })];
    const [shown, held] = [await buildPost(app, ana), await buildPost(app, ana)];
    const hidden = await buildPost(app, ben);
    const { db } = app.services;
    await sql`UPDATE posts SET visibility = 'members' WHERE id = ${held._id}::uuid`.execute(db);
    await sql`UPDATE users SET visibility = 'members' WHERE id = ${ben.id}::uuid`.execute(db);
    for (const { token } of [ana, ben]) {
      const gone = await app.call(deleteAccount, { token, body: { password: PASSWORD } });
      expect(gone).toMatchObject({ ok: true });
    }
    const addresses = ['/@leaves', '/@LEAVES', `/results/view-profile/${ana.id}`, `/p/${shown._id}`];
    for (const url of addresses) expect(await statusOf(url), url).toBe(410);
    for (const url of ['/@hidden', `/results/view-profile/${ben.id}`, `/p/${held._id}`, `/p/${hidden._id}`])
      expect(await statusOf(url), url).toBe(404);
  });

  it('is a 410 while only a replica is available, at all URLs, and one that never existed a 404', async () => {
    const primary = openDatabase({}, () => undefined);
    primary.pool.away = true;
    const services = { ...app.services, db: primary.db };
    const ana = await buildMember(app, { username: 'gone.before' });
    const post = await buildPost(app, ana);
    await app.call(deleteAccount, { token: ana.token, body: { password: PASSWORD } });
    expect(await describeMemberByName(services, 'gone.before')).toBe('gone');
    expect(await describeMember(services, ana.id)).toBe('gone');
    expect(await describePost(services, post._id)).toBe('gone');
    expect(await makeFeed(services, '@gone.before.rss')).toBe('gone');
    expect(await makeEmbed(services, post._id)).toMatchObject({ status: 410 });
    expect(await describePost(services, newId())).toBeNull();
  });

  it('is a 404 again after 180 days', async () => {
    const ana = await buildMember(app, { username: 'long.gone' });
    await app.call(deleteAccount, { token: ana.token, body: { password: PASSWORD } });
    await sql`UPDATE gone_pages SET gone_at = now() - interval '181 days'`.execute(app.services.db);
    await deleteExpired(app.services.db);
    expect(await statusOf('/@long.gone')).toBe(404);
  });
});
