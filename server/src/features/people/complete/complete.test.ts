import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setFollow } from '@afterhours/contract/people/follow';
import { completePeople, MAX_COMPLETIONS } from '@afterhours/contract/people/people-completion';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectCompletions } from './complete-queries.ts';

let app: TestApp;
let viewer: TestMember;

beforeEach(async () => {
  app = await buildTestApp();
  viewer = await buildMember(app, { firstName: 'Zed', lastName: 'Viewer' });
});
afterEach(() => app.close());

const member = (firstName: string, lastName: string, username: string) =>
  buildMember(app, { firstName, lastName, username });
const call = (q: string, token: string | undefined = viewer.token) =>
  app.call(completePeople, { ...(token ? { token } : {}), query: { q } });

async function complete(q: string): Promise<string[]> {
  const response = await succeed(call(q));
  return response.body.map(({ username }) => username);
}
const setFame = (who: TestMember, followers: number) =>
  app.services.db.updateTable('member_counters').set({ followers }).where('user_id', '=', who.id).execute();
const follow = (whom: TestMember) =>
  app.call(setFollow, { token: viewer.token, body: { action: 'follow', follow_user_id: whom.id } });

describe('The completion of a name', () => {
  it('finds usernames and names by their beginning, ignoring case and accents', async () => {
    await member('José', 'Öztürk', 'kiln_keeper');
    await member('Maria', 'José', 'm.j');
    expect(await complete('kiln')).toEqual(['kiln_keeper']);
    expect(await complete('@KILN_K')).toEqual(['kiln_keeper']);
    expect(await complete('jos')).toEqual(['kiln_keeper', 'm.j']);
    expect(await complete('jose oz')).toEqual(['kiln_keeper']);
    expect(await complete('m.')).toEqual(['m.j']);
    expect(await complete('eper')).toEqual([]);
    expect(await complete('zed')).toEqual([]);
  });

  it('lists relationships first, then the best-known members, and at most eight', async () => {
    const [plain, famous, friend] = [
      await member('Lia', 'Aa', 'lia.aa'),
      await member('Lia', 'Bb', 'lia.bb'),
      await member('Lia', 'Cc', 'lia.cc'),
    ];
    await setFame(famous, 5_000);
    await follow(friend);
    expect(await complete('lia')).toEqual([friend, famous, plain].map(({ user }) => user.username));
    for (let count = 0; count < MAX_COMPLETIONS; count++) await member('Lia', 'Dd', `lia.d${count}`);
    expect(await complete('l')).toHaveLength(MAX_COMPLETIONS);
    expect((await complete('l')).slice(0, 2)).toEqual(['lia.cc', 'lia.bb']);
    expect((await complete('lia.d7'))[0]).toBe('lia.d7');
  });

  it('never includes members who are blocked, banned or waiting to join', async () => {
    const [blocked, blocking, seen] = [
      await member('Noa', 'Blocked', 'noa.a'),
      await member('Noa', 'Blocking', 'noa.b'),
      await member('Noa', 'Seen', 'noa.c'),
    ];
    const hidden = [await buildSanctioned(app, 'banned'), await buildWaiting(app)].map(({ id }) => id);
    await app.services.db.updateTable('users').set({ first_name: 'Noa' }).where('id', 'in', hidden).execute();
    for (const one of [blocked, blocking]) await follow(one);
    expect(await complete('noa')).toEqual(['noa.a', 'noa.b', 'noa.c']);
    await app.call(setBlock, { token: viewer.token, body: { userId: blocked.id } });
    await app.call(setBlock, { token: blocking.token, body: { userId: viewer.id } });
    expect(await complete('noa')).toEqual([seen.user.username]);
  });

  it('rejects guests, an empty text and one that is too long', async () => {
    expect(await app.call(completePeople, { query: { q: 'a' } })).toMatchObject({ status: 401 });
    for (const q of ['', '   ', 'x'.repeat(102), 'x'.repeat(5_000)])
      expect(await call(q)).toMatchObject({ status: 422, errors: [{ field: 'q' }] });
    expect(await app.call(completePeople, { token: viewer.token, query: {} as never })).toMatchObject({ status: 422 });
    for (const q of ['@', '%', '_', "'", '\\', ':*', '\u{10FFFF}', '💡', '. . .', "a' | 'b"])
      expect(await call(q)).toMatchObject({ ok: true, body: [] });
  });

  it('is one statement that uses the indexes of prefixes and words', async () => {
    expect(await app.countStatements(() => complete('lia'))).toBe(1);
    const plan = await explain(app.services.db, (db) => selectCompletions(db, viewer.id, 'lia'));
    for (const index of ['users_username_prefix', 'users_full_name_prefix', 'users_last_name_prefix'])
      expect(plan).toContain(index);
    for (const index of ['member_search_known', 'member_search_leading']) expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
