import { type Kysely, sql } from 'kysely';

/** As `foldWord` of `access/muted-words.ts` was when this was written. */
function fold(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');
  const unspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
  return unspaced.test(word) ? words : ` ${words} `;
}

/**
 * Muted words in the form in which they are looked for, so that the statement that writes notifications can compare
 * them. A version before leaves it null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE mutes ADD COLUMN folded text`.execute(db);
  const { rows } = await sql<{ id: string; value: string }>`
    SELECT id, value FROM mutes WHERE kind = 'word'`.execute(db);
  const ids = rows.map(({ id }) => id);
  const folded = rows.map(({ value }) => fold(value));
  await sql`
    UPDATE mutes SET folded = row.folded FROM unnest(${ids}::uuid[], ${folded}::text[]) AS row(id, folded)
    WHERE mutes.id = row.id`.execute(db);
}
