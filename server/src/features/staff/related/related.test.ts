import { signup } from '@afterhours/contract/account/account';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { makeInvitation } from '@afterhours/contract/community/community';
import * as people from '@afterhours/contract/moderation/staff-people';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepNetwork } from '#features/account/account-networks.ts';
import { deleteAllExpired } from '#features/account/jobs.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildSignup, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectRelated } from './related-queries.ts';

let app: TestApp;
let moderator: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  moderator = await buildStaff(app, 'moderator');
});
afterAll(() => app.close());

const link = (userId: string, url: string) =>
  sql`INSERT INTO profile_links (user_id, position, label, url) VALUES (${userId}::uuid, 0, 'Shop', ${url})`.execute(
    app.services.db,
  );

async function listFor(id: string) {
  const response = await succeed(app.call(people.listRelated, { token: moderator.token, params: { id } }));
  return response.body.map(({ user, reasons }) => [user._id, reasons] as const);
}
/** Test members would otherwise share this machine's network. */
const leave = (id: string) => sql`DELETE FROM member_networks WHERE user_id = ${id}::uuid`.execute(app.services.db);

async function build(email: string): Promise<TestMember> {
  const member = await buildMember(app, { email });
  await leave(member.id);
  return member;
}

describe('Related accounts', () => {
  it('are found by their networks even after operators have deleted the key of the hashes', async () => {
    const [old, replaced] = [await build('eva@rare-four.example'), await build('finn@rare-five.example')];
    const { db } = app.services;
    await sql`DELETE FROM server_secrets WHERE name <> 'banned-contacts'`.execute(db);
    await keepNetwork(db, old.id, 'joined', '198.51.100.7');
    await keepNetwork(db, replaced.id, 'signed-in', '198.51.100.8');
    expect(await listFor(old.id)).toEqual([[replaced.id, ['network']]]);
  });

  it('share a network, a site or a rare mailbox domain, and are listed with the most reasons first', async () => {
    const [ana, ben, cleo, dora] = [
      await build('ana@rare-one.example'),
      await build('ben@rare-one.example'),
      await build('cleo@rare-two.example'),
      await build('dora@rare-three.example'),
    ];
    const { db } = app.services;
    await keepNetwork(db, ana.id, 'joined', '203.0.113.7');
    await keepNetwork(db, ben.id, 'signed-in', '203.0.113.200');
    await keepNetwork(db, dora.id, 'joined', '203.0.114.7');
    await keepNetwork(db, cleo.id, 'joined', '2001:db8:1:2::3');
    await keepNetwork(db, dora.id, 'signed-in', '2001:db8:1:ffff::9');
    await link(ana.id, 'https://www.shop.example/a');
    await link(cleo.id, 'http://shop.example');
    expect(await listFor(ana.id)).toEqual([
      [ben.id, ['mailbox', 'network']],
      [cleo.id, ['site']],
    ]);
    expect(await listFor(cleo.id)).toEqual(
      [
        [dora.id, ['network']],
        [ana.id, ['site']],
      ].sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? 1 : -1)),
    );
  });

  it('may share an invitation', async () => {
    const body = { uses: 5, until: new Date(Date.now() + DAY_MS).toISOString() };
    const response = await app.call(makeInvitation, { token: moderator.token, body });
    const invitation = response.ok ? response.body.code : '';
    const ids: string[] = [];
    for (const domain of ['one.example', 'two.example']) {
      const email = `guest@invited-${domain}`;
      await app.call(signup, { body: buildSignup({ email, invitation }) });
      const { id } = await app.services.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      await leave(id);
      ids.push(id);
    }
    expect(await listFor(ids[0] ?? '')).toEqual([[ids[1], ['invitation']]]);
  });

  it('are not listed if too many members share something, and only staff see them', async () => {
    const crowd = await Promise.all(Array.from({ length: 23 }, (_, at) => build(`m${at}@crowded.example`)));
    expect(await listFor(crowd[0]?.id ?? '')).toEqual([]);
    const params = { id: crowd[0]?.id ?? '' };
    expect(await app.call(people.listRelated, { token: crowd[0]?.token ?? '', params })).toMatchObject({ status: 403 });
    const own = { token: moderator.token, params: { id: moderator.id } };
    expect(await app.call(people.listRelated, own)).toMatchObject({ status: 403, reason: 'own' });
  });

  it('are found by one statement, which uses indexes', async () => {
    const plan = await explain(app.services.db, (db) => selectRelated(db, moderator.id));
    for (const index of [
      'member_networks_network_member',
      'member_invitations_member',
      'users_mail_domain_member',
      'profile_links_site_member',
    ])
      expect(plan).toContain(index);
  });
});

describe('A site that 20,000 members link to', () => {
  it('is read step by step, even with old statistics, and relates nobody', async () => {
    const { db } = app.services;
    const fan = await build('fan@rare-five.example');
    await link(fan.id, 'https://popular.example/0');
    // The statistics know only a single link to this site.
    await sql`ANALYZE profile_links`.execute(db);
    await sql`ANALYZE users`.execute(db);
    // In batches: on a busy machine a single statement would reach the statement timeout.
    for (let inserted = 0; inserted < 20_000; inserted += 2_000) {
      await sql`
        INSERT INTO users (id, email, username, first_name, last_name)
        SELECT gen_random_uuid(), 'm' || n || '@popular.example', 'popular' || n, 'Ana', 'Lima'
        FROM generate_series(${inserted}::int + 1, ${inserted}::int + 2000) n`.execute(db);
    }
    await sql`
      INSERT INTO profile_links (user_id, position, label, url)
      SELECT id, n, 'Shop', 'https://popular.example/' || n
      FROM users, generate_series(1, 2) n WHERE email LIKE '%@popular.example'`.execute(db);
    await db.updateTable('users').set({ email: 'fan@popular.example' }).where('id', '=', fan.id).execute();
    expect(await listFor(fan.id)).toEqual([]);
    const plan = await explain(db, (tx) => selectRelated(tx, fan.id), { analyze: true });
    const most = Math.max(
      ...[...plan.matchAll(/(?:actual rows=|Removed by Filter: )([\d.]+)/g)].map(([, rows]) => Number(rows)),
    );
    expect(most).toBeLessThan(100);
  });
});

describe('A stored network', () => {
  it('is a hash, and is deleted after thirty days', async () => {
    const member = await build('eve@rare-four.example');
    const { db } = app.services;
    await keepNetwork(db, member.id, 'joined', '198.51.100.9');
    await keepNetwork(db, member.id, 'signed-in', '198.51.100.9');
    const kept = () => db.selectFrom('member_networks').selectAll().where('user_id', '=', member.id).execute();
    for (const { network } of await kept()) {
      expect(network).toHaveLength(32);
      expect(network.toString('latin1')).not.toContain('198.51');
    }
    await sql`UPDATE member_networks SET seen_at = now() - interval '31 days'
      WHERE user_id = ${member.id}::uuid AND kind = 'joined'`.execute(db);
    await deleteAllExpired(app.services);
    expect((await kept()).map(({ kind }) => kind)).toEqual(['signed-in']);
  });
});
