import { signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { communityMessages } from '@afterhours/contract/community/community';
import { joiningTexts } from '@afterhours/contract/constants/joining';
import { reverseDecision } from '@afterhours/contract/moderation/staff-cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { deleteAllExpired } from './jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const leave = ({ token }: TestMember) => app.call(deleteAccount, { token, body: { password: PASSWORD } });
const join = (fields: Record<string, unknown>) => app.call(signup, { body: buildSignup(fields) });
const refused = { status: 403, message: communityMessages.notThisAddress.message };

describe('A banned member who has deleted the account', () => {
  it('cannot join again with the same address, which is stored only as a hash', async () => {
    const { db } = app.services;
    const member = await buildSanctioned(app, 'banned');
    const phone = '4915112345678';
    await db.updateTable('users').set({ phone }).where('id', '=', member.id).execute();
    expect(await leave(member)).toMatchObject({ ok: true });
    expect(await join({ email: member.user.email })).toMatchObject(refused);
    expect(await join({ email: member.user.email.toUpperCase() })).toMatchObject(refused);
    const { rows } = await sql<{ whole: string }>`SELECT b::text AS whole FROM banned_contacts b`.execute(db);
    expect(rows).toHaveLength(1);
    for (const clear of [member.user.email, phone]) {
      expect(rows[0]?.whole).not.toContain(clear);
      expect(rows[0]?.whole).not.toContain(Buffer.from(clear).toString('hex'));
    }
  });

  it('does not block a phone number, or an address that was never confirmed, for others', async () => {
    const { db } = app.services;
    const member = await buildSanctioned(app, 'banned', { confirmed: false });
    const phone = '4915155555555';
    await db.updateTable('users').set({ phone }).where('id', '=', member.id).execute();
    expect(await leave(member)).toMatchObject({ ok: true });
    expect(await join({ email: member.user.email, phone })).toMatchObject({ ok: true });
  });

  it('can join again once the ban is reversed', async () => {
    const member = await buildSanctioned(app, 'banned');
    const { db } = app.services;
    const decision = await db
      .selectFrom('decisions')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    const remaining = () =>
      db.selectFrom('banned_contacts').select('decision_id').where('decision_id', '=', decision.id).execute();
    await leave(member);
    expect(await join({ email: member.user.email })).toMatchObject(refused);
    expect(await remaining()).toHaveLength(1);
    const { id: reverses, created_at: _at, ...same } = decision;
    await db
      .insertInto('decisions')
      .values({ ...same, id: newId(), action: 'reverse', reverses })
      .execute();
    expect(await join({ email: member.user.email })).toMatchObject({ ok: true });
    await deleteAllExpired(app.services);
    expect(await remaining()).toEqual([]);
  });

  it('leaves no hash behind once an owner reverses the ban', async () => {
    const owner = await buildStaff(app, 'owner');
    const member = await buildSanctioned(app, 'banned');
    const { db } = app.services;
    const { id } = await db
      .selectFrom('decisions')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    await leave(member);
    const body = { statement: 'It was somebody else.' };
    expect(await app.call(reverseDecision, { token: owner.token, params: { id }, body })).toMatchObject({ ok: true });
    expect(await db.selectFrom('banned_contacts').selectAll().where('decision_id', '=', id).execute()).toEqual([]);
  });

  it('learns nothing about the ban in a closed community, and uses up a sign-up attempt', async () => {
    const guarded = await buildTestApp({ RATE_LIMIT_FACTOR: '1', SIGN_UPS_PER_HOUR: '3' });
    const member = await buildSanctioned(guarded, 'banned');
    await guarded.call(deleteAccount, { token: member.token, body: { password: PASSWORD } });
    const responses = [];
    for (let at = 0; at < 4; at++)
      responses.push(await guarded.call(signup, { body: buildSignup({ email: member.user.email }) }));
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
    await guarded.close();
    const here = await buildSanctioned(app, 'banned');
    await leave(here);
    const { db, community } = app.services;
    const closed = JSON.stringify({ registration: 'closed' });
    await db.insertInto('community_settings').values({ settings: closed, version: 1 }).execute();
    await community.reload();
    const response = await join({ email: here.user.email });
    await db.updateTable('community_settings').set({ settings: '{}', version: 2 }).execute();
    await community.reload();
    expect(response).toMatchObject({ status: 403, message: joiningTexts.closed.message });
  });

  it('differs from a suspended member, and from one who was not sanctioned', async () => {
    for (const member of [await buildSanctioned(app, 'suspended'), await buildMember(app)]) {
      expect(await leave(member)).toMatchObject({ ok: true });
      expect(await join({ email: member.user.email })).toMatchObject({ ok: true });
    }
  });
});
