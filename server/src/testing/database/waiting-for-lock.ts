import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';

/** Waits until a statement in this database that contains these words waits for another transaction's lock. */
export async function expectBlocked({ services: { db } }: TestApp, words: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND position(${words} IN query) > 0`.execute(
        db,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}
