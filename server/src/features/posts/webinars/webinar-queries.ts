/** The terms of a webinar, which are written with its post. */
import type { RefundPolicy } from '@afterhours/contract/constants/webinars';
import type { Currency } from '@afterhours/contract/webinars/webinars';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { WebinarsTable } from '#db/schema/tables/webinars.ts';

export type Terms = {
  endsAt: Date | null;
  capacity: number | null;
  price: number;
  currency: Currency;
  /** In percent; null unless the tax is added to the price. */
  addedTax: number | null;
  refundPolicy: RefundPolicy;
};

/** Stores the terms of the webinars among new posts. */
export async function insertWebinars(
  db: Db,
  posts: readonly { id: string; content: { terms: Terms | null } }[],
): Promise<void> {
  const rows = posts.flatMap(({ id, content: { terms } }) =>
    terms === null ? [] : [{ post_id: id, ...toTermsColumns(terms) }],
  );
  if (rows.length > 0) await db.insertInto('webinars').values(rows).execute();
}

const toTermsColumns = ({ endsAt, refundPolicy, addedTax, ...columns }: Terms) => ({
  ...columns,
  added_tax: addedTax,
  ends_at: endsAt,
  refund_policy: refundPolicy,
});

/** Locks a webinar's terms, and thereby its seats, as `lockSeating` does. The post must be locked before. */
export async function lockTerms(db: Db, postId: string): Promise<Selectable<WebinarsTable>> {
  // The previous version writes posts without this row.
  await sql`INSERT INTO webinars (post_id) VALUES (${postId}::uuid) ON CONFLICT DO NOTHING`.execute(db);
  return db.selectFrom('webinars').selectAll().where('post_id', '=', postId).forUpdate().executeTakeFirstOrThrow();
}

export async function updateTerms(db: Db, postId: string, terms: Terms): Promise<void> {
  await db.updateTable('webinars').set(toTermsColumns(terms)).where('post_id', '=', postId).execute();
}
