/** Staff for tests. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { StaffRole } from '@afterhours/contract/moderation/staff';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { TestApp } from '../test-app.ts';
import { buildMember, type TestMember } from './members.ts';

/** Gives a member a role and, unless `secondFactor` is false, two-step verification, as if signed in with a code. */
async function makeStaff(db: Db, userId: string, role: StaffRole, secondFactor = true): Promise<void> {
  await db.insertInto('staff').values({ user_id: userId, role }).execute();
  if (!secondFactor) return;
  await db.updateTable('users').set({ two_factor_enabled_at: sql`now()` }).where('id', '=', userId).execute();
  await db.updateTable('sessions').set({ factor_proven_at: sql`now()` }).where('user_id', '=', userId).execute();
}

/** Inserts a new member and makes them staff. */
export async function buildStaff(
  app: TestApp,
  role: StaffRole,
  { secondFactor = true }: { secondFactor?: boolean } = {},
): Promise<TestMember> {
  const member = await buildMember(app);
  await makeStaff(app.services.db, member.id, role, secondFactor);
  return member;
}

/** Inserts a decision to ban a member, or to suspend them until a time. Returns its id. */
export async function buildDecision({ services: { db } }: TestApp, member: TestMember, until: Date | null = null) {
  const [caseId, decisionId] = [newId(), newId()];
  const about = { subject_kind: 'member', subject_id: member.id, member_id: member.id } as const;
  await db
    .insertInto('cases')
    .values({ id: caseId, ...about, state: 'closed', evidence: '{"text":""}' })
    .execute();
  const action = until === null ? ('ban' as const) : ('suspend' as const);
  const reasons = { rule: 'Be kind', facts: null, statement: 'You threatened others.', hides: false, reverses: null };
  await db
    .insertInto('decisions')
    .values({ id: decisionId, case_id: caseId, ...about, decided_by: newId(), action, until, ...reasons })
    .execute();
  return decisionId;
}

/** Inserts a new member who is suspended for a day, or banned, by a decision. */
export async function buildSanctioned(
  app: TestApp,
  how: 'suspended' | 'banned',
  { confirmed = true }: { confirmed?: boolean } = {},
): Promise<TestMember> {
  const member = await buildMember(app, { confirmed });
  const until = how === 'banned' ? null : new Date(Date.now() + DAY_MS);
  const sanction = { decision_id: await buildDecision(app, member, until), user_id: member.id, until };
  await app.services.db.insertInto('sanctions').values(sanction).execute();
  return member;
}

/** Inserts a new member whose request to join awaits a decision or, if unconfirmed, the code sent to the address. */
export async function buildWaiting(
  app: TestApp,
  { answer = 'From a friend; I make lamps.', confirmed = true }: { answer?: string; confirmed?: boolean } = {},
): Promise<TestMember> {
  const member = await buildMember(app, { confirmed });
  await app.services.db
    .insertInto('join_requests')
    .values({ user_id: member.id, answer, ready_at: confirmed ? sql`now()` : null })
    .execute();
  return member;
}
