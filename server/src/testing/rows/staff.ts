/** Staff for tests. */
import type { StaffRole } from '@afterhours/contract/staff';
import { sql } from 'kysely';
import type { TestApp } from '../test-app.ts';
import { buildMember, type TestMember } from './members.ts';

/** Inserts a new member with a role and, unless `secondFactor` is false, two-step verification. */
export async function buildStaff(
  app: TestApp,
  role: StaffRole,
  { secondFactor = true }: { secondFactor?: boolean } = {},
): Promise<TestMember> {
  const member = await buildMember(app);
  const { db } = app.services;
  await db.insertInto('staff').values({ user_id: member.id, role }).execute();
  if (secondFactor)
    await db.updateTable('users').set({ two_factor_enabled_at: sql`now()` }).where('id', '=', member.id).execute();
  return member;
}
