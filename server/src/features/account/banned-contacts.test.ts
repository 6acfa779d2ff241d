import { accountMessages, signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const leave = ({ token }: TestMember) => app.call(deleteAccount, { token, body: { password: PASSWORD } });
const join = (fields: Record<string, unknown>) => app.call(signup, { body: buildSignup(fields) });
const refused = { status: 403, message: accountMessages.bannedBefore.message };

/** Gives a member a phone number that nobody else has. */
async function withPhone(member: TestMember, phone: string): Promise<TestMember> {
  await app.services.db.updateTable('users').set({ phone }).where('id', '=', member.id).execute();
  return member;
}

describe('A banned member who has deleted the account', () => {
  it('does not join again with the same address or phone number, and nothing of both is kept in clear', async () => {
    const member = await withPhone(await buildSanctioned(app, 'banned'), '4915112345678');
    expect(await leave(member)).toMatchObject({ ok: true });
    expect(await join({ email: member.user.email, phone: '3511111111' })).toMatchObject(refused);
    expect(await join({ email: member.user.email.toUpperCase(), phone: '3511111111' })).toMatchObject(refused);
    expect(await join({ phone: '+49 151 1234-5678' })).toMatchObject(refused);
    expect(await join({ phone: '3511111111' })).toMatchObject({ ok: true });
    const { rows } = await sql<{ whole: string }>`SELECT b::text AS whole FROM banned_contacts b`.execute(
      app.services.db,
    );
    expect(rows).toHaveLength(2);
    const whole = rows.map((row) => row.whole).join();
    for (const clear of [member.user.email, '4915112345678']) {
      expect(whole).not.toContain(clear);
      expect(whole).not.toContain(Buffer.from(clear).toString('hex'));
    }
  });

  it('joins again once the ban is reversed', async () => {
    const member = await withPhone(await buildSanctioned(app, 'banned'), '4915199999999');
    const { db } = app.services;
    const decision = await db
      .selectFrom('decisions')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    await leave(member);
    expect(await join({ email: member.user.email })).toMatchObject(refused);
    const { id: reverses, created_at: _at, ...same } = decision;
    await db
      .insertInto('decisions')
      .values({ ...same, id: newId(), action: 'reverse', reverses })
      .execute();
    expect(await join({ email: member.user.email, phone: '4915199999999' })).toMatchObject({ ok: true });
  });

  it('is another case than a suspended member, and than one who leaves by themselves', async () => {
    const suspended = await withPhone(await buildSanctioned(app, 'suspended'), '4915122222222');
    const plain = await withPhone(await buildMember(app), '4915133333333');
    for (const [member, phone] of [[suspended, '4915122222222'] as const, [plain, '4915133333333'] as const]) {
      expect(await leave(member)).toMatchObject({ ok: true });
      expect(await join({ email: member.user.email, phone })).toMatchObject({ ok: true });
    }
  });
});
