import { accountMessages, signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { reverseDecision } from '@afterhours/contract/staff-cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { accountSweep } from './jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const leave = ({ token }: TestMember) => app.call(deleteAccount, { token, body: { password: PASSWORD } });
const join = (fields: Record<string, unknown>) => app.call(signup, { body: buildSignup(fields) });
const refused = { status: 403, message: accountMessages.bannedBefore.message };

describe('A banned member who has deleted the account', () => {
  it('does not join again with the same address, of which nothing is kept in clear', async () => {
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

  it('keeps nobody else out by a phone number or an address that was never confirmed', async () => {
    const { db } = app.services;
    const member = await buildSanctioned(app, 'banned', { confirmed: false });
    const phone = '4915155555555';
    await db.updateTable('users').set({ phone }).where('id', '=', member.id).execute();
    expect(await leave(member)).toMatchObject({ ok: true });
    expect(await join({ email: member.user.email, phone })).toMatchObject({ ok: true });
  });

  it('joins again once the ban is reversed', async () => {
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
    await app.services.jobs.enqueue(db, accountSweep, {});
    await expect.poll(remaining).toEqual([]);
  });

  it('leaves nothing behind once owners reverse the ban', async () => {
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

  it('is another case than a suspended member, and than one who leaves by themselves', async () => {
    for (const member of [await buildSanctioned(app, 'suspended'), await buildMember(app)]) {
      expect(await leave(member)).toMatchObject({ ok: true });
      expect(await join({ email: member.user.email })).toMatchObject({ ok: true });
    }
  });
});
