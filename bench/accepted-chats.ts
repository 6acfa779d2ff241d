import { newId } from '../server/src/db/statements/id.ts';

type Pair = readonly [string, string];

/** Creates an accepted chat for each pair of members: otherwise their first message would be a message request. */
export async function acceptChats(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  pairs: readonly Pair[],
): Promise<void> {
  const sorted = pairs.map(([a, b]) => (a < b ? [a, b] : [b, a]) as Pair);
  await query(
    `INSERT INTO conversations (id, member_a, member_b)
     SELECT DISTINCT ON (a, b) id, a, b FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) pairs(id, a, b)
     ON CONFLICT DO NOTHING`,
    [sorted.map(() => newId()), sorted.map(([a]) => a), sorted.map(([, b]) => b)],
  );
  await query(
    `INSERT INTO conversation_members (conversation_id, user_id, other_user_id)
     SELECT c.id, side.user_id, side.other_id
     FROM conversations c JOIN unnest($1::uuid[], $2::uuid[]) pairs(a, b) ON c.member_a = a AND c.member_b = b
     CROSS JOIN LATERAL (VALUES (a, b), (b, a)) side(user_id, other_id)
     ON CONFLICT DO NOTHING`,
    [sorted.map(([a]) => a), sorted.map(([, b]) => b)],
  );
}
