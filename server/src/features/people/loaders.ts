import type { Db } from '#db/pool.ts';
import { notFound } from '#http/errors.ts';

/** Who a member is; throws a 404 when they are not there for this viewer. */
export async function requireMember(
  db: Db,
  _viewerId: string | null,
  userId: string,
): Promise<{ id: string; name: string }> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('This member is no longer there.');
  return { id: row.id, name: `${row.first_name} ${row.last_name}` };
}
