import { hash } from 'node:crypto';
import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import type { StoredImage } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { cardJson } from './views.ts';

/** The time after which a page may be fetched again. */
const AGAIN_AFTER = sql.lit('7 days');
/** How long an unused card is kept for somebody who is writing a post, and when a used card is checked again. */
const UNUSED = sql<Date>`now() + interval '1 day'`;
const USED = sql<Date>`now() + interval '7 days'`;

const hashOf = (url: string): Buffer => hash('sha256', url, 'buffer');

/** Returns a card by its address, and whether its page is due to be fetched. */
export async function selectCardAt(db: Db, url: string) {
  const { rows } = await sql<{ state: 'pending' | 'ready' | 'none'; due: boolean; hops: string[]; card: LinkCard }>`
    SELECT c.state, c.fetch_from <= now() AS due, c.hops, ${cardJson('c')} AS card FROM link_cards c
    WHERE c.url_hash = ${hashOf(url)}`.execute(db);
  return rows[0];
}

/** A card, and whether its page may have to be fetched. */
type KnownCard = { id: string; due: boolean };

/** Keeps the cards of these addresses from being deleted until the transaction ends; returns them by address. */
export async function lockCards(db: Db, urls: readonly string[]): Promise<Map<string, KnownCard>> {
  const found = await db
    .selectFrom('link_cards')
    .select(['id', 'url', sql<boolean>`fetch_from <= now()`.as('due')])
    .where('url_hash', 'in', urls.map(hashOf))
    .orderBy('url_hash')
    .forKeyShare()
    .execute();
  return new Map(found.map(({ url, ...card }) => [url, card]));
}

/** Adds cards, or returns those that a concurrent call has just added. Returns them by address. */
export async function insertCards(db: Db, urls: readonly string[]): Promise<Map<string, KnownCard>> {
  // Inserted in one order, so that two calls cannot deadlock.
  const rows = urls
    .map((url) => ({ id: newId(), url_hash: hashOf(url), url }))
    .toSorted((one, other) => Buffer.compare(one.url_hash, other.url_hash));
  const added = await db
    .insertInto('link_cards')
    .values(rows)
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet({ keep_until: UNUSED }))
    .returning(['id', 'url'])
    .execute();
  return new Map(added.map(({ id, url }) => [url, { id, due: true }]));
}

/**
 * Postpones the next fetch of these cards' pages, in the order of ids. Returns the ids of the cards that are due now.
 */
export async function claimFetches(db: Db, ids: readonly string[]): Promise<string[]> {
  const claimed = await db
    .updateTable('link_cards')
    .set({ fetch_from: sql`now() + ${AGAIN_AFTER}::interval`, keep_until: UNUSED })
    .where('id', 'in', (due) =>
      due
        .selectFrom('link_cards')
        .select('id')
        .where('id', 'in', ids)
        .where('fetch_from', '<=', sql<Date>`now()`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

/** Returns the address of a card; undefined if the card no longer exists. */
export async function selectUrl(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('link_cards').select('url').where('id', '=', id).executeTakeFirst();
  return row?.url;
}

export const lockCard = (db: Db, id: string) =>
  db.selectFrom('link_cards').select('image').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export type CardContent = {
  state: 'ready' | 'none';
  title: string;
  description: string;
  site: string;
  image: StoredImage | null;
  hops: string[];
};

export async function updateCard(db: Db, id: string, { image, ...content }: CardContent): Promise<void> {
  await db
    .updateTable('link_cards')
    .set({ ...content, image: image && JSON.stringify(image), fetched_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Records that a card that has never been ready has nothing to show. */
export async function showNothing(db: Db, id: string): Promise<void> {
  await db
    .updateTable('link_cards')
    .set({ state: 'none' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Returns the newest posts with a card. */
export const selectPostsWith = (db: Db, cardId: string, limit: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'post_type'])
    .where('card_id', '=', cardId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const used = sql<boolean>`EXISTS (SELECT 1 FROM posts p WHERE p.card_id = link_cards.id)`;

/** Locks the cards whose use must be checked. */
export async function lockToCheck(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('link_cards')
    .select('id')
    .where('keep_until', '<', sql<Date>`now()`)
    .orderBy('keep_until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps the locked cards that a post uses and deletes the others; returns the pictures of the deleted ones. */
export async function deleteUnusedLocked(db: Db, ids: readonly string[]): Promise<StoredImage[]> {
  await db.updateTable('link_cards').set({ keep_until: USED }).where('id', 'in', ids).where(used).execute();
  const gone = await db
    .deleteFrom('link_cards')
    .where('id', 'in', ids)
    .where('keep_until', '<', sql<Date>`now()`)
    .returning('image')
    .execute();
  return gone.flatMap(({ image }) => image ?? []);
}
