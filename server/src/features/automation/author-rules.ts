/**
 * Rules that depend on who publishes something, whatever its content. They never hold content of staff, and nothing
 * while the community has no staff, because nobody could let it pass. The demo member of a machine that nobody else can
 * reach, the only one without a second factor, does not count: people who try the product see what they publish.
 */
import { type AutomationSwitches, automationMessages } from '@afterhours/contract/moderation/automation';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Circumstance, FoundRule } from '#db/schema/tables/moderation.ts';
import { english } from '#texts/english.ts';
import { isNewInRow } from './queries.ts';

const notes = {
  first_job: automationMessages.firstJob,
  reported_host: automationMessages.reportedHost,
} as const satisfies Record<Circumstance, unknown>;

/** Returns which circumstance can hold a post of this type and price; null if none can or its switch is off. */
export function circumstanceOf(
  { firstJobs, reportedHosts }: AutomationSwitches,
  { postType, price }: { postType: string; price: number },
): Circumstance | null {
  if (postType === 'job' && firstJobs) return 'first_job';
  return postType === 'webinar' && price > 0 && reportedHosts ? 'reported_host' : null;
}

/** A job counts as the first one unless the member has another job that others can see. */
const holdsHere = sql<boolean>`CASE given.circumstance
  WHEN 'first_job' THEN ${isNewInRow} AND NOT EXISTS (
    SELECT FROM posts p WHERE p.user_id = u.id AND p.post_type = 'job' AND p.hidden_by IS NULL)
  ELSE EXISTS (
    SELECT FROM cases c WHERE c.member_id = u.id AND c.state <> 'closed' AND c.reports_count > 0
      AND c.subject_kind <> 'appeal')
  END`;

type Candidate = { userId: string; circumstance: Circumstance | null };

/** Returns the rule that holds each of the things that members are publishing, in their order; null for none. */
export async function listCircumstances(db: Db, candidates: readonly Candidate[]): Promise<(FoundRule | null)[]> {
  if (candidates.every(({ circumstance }) => circumstance === null)) return candidates.map(() => null);
  const given = JSON.stringify(candidates.map(({ userId, circumstance }, index) => ({ index, userId, circumstance })));
  const { rows } = await sql<{ index: number; circumstance: Circumstance }>`
    SELECT given.index, given.circumstance
    FROM json_to_recordset(${given}::json) AS given(index integer, "userId" uuid, circumstance text)
    JOIN users u ON u.id = given."userId"
    WHERE given.circumstance IS NOT NULL AND EXISTS (SELECT FROM staff WHERE NOT without_second_factor)
      AND NOT EXISTS (SELECT FROM staff own WHERE own.user_id = u.id) AND ${holdsHere}`.execute(db);
  const found = new Map(rows.map((row) => [row.index, row.circumstance]));
  return candidates.map((_one, index) => {
    const circumstance = found.get(index);
    return circumstance ? { note: english(notes[circumstance]), effect: 'hold' as const, circumstance } : null;
  });
}
