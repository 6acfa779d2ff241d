import type { Person } from '@afterhours/contract/people';
import type { Db } from '#db/pool.ts';
import { personColumns, toPersonView } from './views.ts';

/** People by id, as others see them; ids of nobody are missing from the map. One statement. */
export async function loadPeopleByIds(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(personColumns)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, toPersonView(row)]));
}
