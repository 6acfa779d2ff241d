/**
 * What a member may do only so often in a day (UTC), if the community's owners have set a limit. Each use is counted in
 * the database before the call runs, so that concurrent calls cannot exceed the limit together; a failed call is taken
 * off the count.
 */
import type { DailyKind, RouteDefinition } from '@afterhours/contract/base/route';
import { limitMessages } from '@afterhours/contract/community/community-limits';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { AppError } from '../errors/errors.ts';
import { DAY } from './rate-limit.ts';

const settingOf = { posts: 'postsPerDay', comments: 'commentsPerDay', messages: 'messagesPerDay' } as const;

const today = sql`(now() AT TIME ZONE 'UTC')::date`;

/** Counts one use; returns false if `limit` are used already. */
async function takeOne(db: Db, userId: string, kind: DailyKind, limit: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO daily_use AS counted (user_id, kind, day, used) VALUES (${userId}::uuid, ${kind}, ${today}, 1)
    ON CONFLICT (user_id, kind) DO UPDATE SET day = excluded.day,
      used = CASE WHEN counted.day = excluded.day THEN counted.used + 1 ELSE 1 END
    WHERE counted.day <> excluded.day OR counted.used < ${limit} RETURNING 1`.execute(db);
  return rows.length > 0;
}

async function giveBack(db: Db, userId: string, kind: DailyKind): Promise<void> {
  await sql`
    UPDATE daily_use SET used = used - 1
    WHERE user_id = ${userId}::uuid AND kind = ${kind} AND day = ${today} AND used > 0`.execute(db);
}

type Call = {
  userId: string | null;
  body: unknown;
  /**
   * Whether this repeats a call that was already counted, identified by its key or by the client's id for a message.
   */
  isRepeat: () => Promise<boolean>;
};

/** Runs a call if its member may still make it today; otherwise throws a 429 that says when the day ends. */
export async function withinDailyLimit<T>(
  { db, community }: Pick<Services, 'db' | 'community'>,
  { daily }: Pick<RouteDefinition, 'daily'>,
  { userId, body, isRepeat }: Call,
  run: () => Promise<T>,
): Promise<T> {
  const limit = daily ? community.settings()[settingOf[daily.kind]] : null;
  if (!daily || limit === null || userId === null) return run();
  const { kind, except } = daily;
  if (except !== undefined && (body as Record<string, unknown> | null)?.[except]) return run();
  if (await isRepeat()) return run();
  if (!(await takeOne(db, userId, kind, limit)))
    throw new AppError(429, english(limitMessages[kind], { n: limit }), {
      reason: 'daily',
      retryAfter: DAY - (Math.floor(Date.now() / 1_000) % DAY),
    });
  return run().catch(async (error: unknown) => {
    // The call's own error is reported, whatever else fails.
    await giveBack(db, userId, kind).catch(() => undefined);
    throw error;
  });
}
