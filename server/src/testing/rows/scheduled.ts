import { DAY_MS } from '@afterhours/contract/base/durations';
import { createPost } from '@afterhours/contract/posts/posts';
import { listScheduledPosts, type ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { sql } from 'kysely';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Schedules a post as a member, by default a general one for tomorrow. */
export const scheduleFor = (app: TestApp, member: TestMember, fields: Record<string, unknown> = {}) =>
  app.call(createPost, {
    token: member.token,
    body: {
      postType: 'general',
      description: 'For later',
      publishAt: new Date(Date.now() + DAY_MS).toISOString(),
      ...fields,
    },
  });

/** Returns a member's scheduled posts. */
export async function listScheduled(
  app: TestApp,
  member: TestMember,
  query: Record<string, string> = {},
): Promise<ScheduledPost[]> {
  return (await succeed(app.call(listScheduledPosts, { token: member.token, query }))).body;
}

/** Makes all of a member's scheduled posts due. */
export async function makeDue({ services }: TestApp, member: TestMember): Promise<void> {
  await sql`UPDATE scheduled_posts SET publish_at = now() - interval '1 second'
    WHERE user_id = ${member.id}::uuid`.execute(services.db);
}
