/** Members who are no longer new, for tests. */
import { NEW_MEMBER_POSTS } from '@afterhours/contract/moderation/automation';
import type { TestApp } from '../test-app.ts';
import { buildMember, type TestMember } from './members.ts';
import { buildPost } from './posts.ts';

/** Makes a member appear to have joined long ago, and gives them posts. */
export async function settle(app: TestApp, member: TestMember): Promise<TestMember> {
  await app.services.db
    .updateTable('users')
    .set({ created_at: new Date(0) })
    .where('id', '=', member.id)
    .execute();
  for (let count = 0; count < NEW_MEMBER_POSTS; count++) await buildPost(app, member);
  return member;
}

/** Inserts members who are not new. */
export const buildSettled = (app: TestApp, count: number): Promise<TestMember[]> =>
  Promise.all(Array.from({ length: count }, async () => settle(app, await buildMember(app))));
