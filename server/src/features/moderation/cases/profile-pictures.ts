/** Hides the picture and the cover of a profile, and shows them again. */
import { sql } from 'kysely';
import { lockMember } from '#access/members.ts';
import { memberTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { retireUploads } from '#features/uploads/loaders.ts';
import { picturesChanged } from '../events.ts';

/** Takes the pictures off the profile. A row of `put_away_rows` names them until the decision is reversed. */
export async function hidePictures(tx: Tx, userId: string, decisionId: string): Promise<void> {
  if (!(await lockMember(tx.db, userId))) return;
  await sql`
    WITH before AS (
      SELECT id, image, cover_image FROM users
      WHERE id = ${userId}::uuid AND (image IS NOT NULL OR cover_image IS NOT NULL)
    ), hidden AS (
      INSERT INTO put_away_rows (decision_id, user_id, relation, row)
      SELECT ${decisionId}::uuid, id, 'pictures', jsonb_build_object('image', image, 'cover_image', cover_image)
      FROM before
    )
    UPDATE users u SET image = NULL, cover_image = NULL FROM before WHERE u.id = before.id`.execute(tx.db);
  await tx.emit(memberTouched, { userId, changed: 'profile' });
  await tx.emit(picturesChanged, { userId });
}

type Hidden = { user_id: string; image: string | null; cover_image: string | null };

/** Puts the pictures back that a decision has hidden, except where the member has chosen another one since. */
export async function showPictures(tx: Tx, decisionId: string): Promise<void> {
  const { rows } = await sql<Hidden>`
    DELETE FROM put_away_rows WHERE decision_id = ${decisionId}::uuid AND relation = 'pictures'
    RETURNING user_id, row ->> 'image' AS image, row ->> 'cover_image' AS cover_image`.execute(tx.db);
  const [hidden] = rows;
  if (!hidden) return;
  const { user_id: userId, image, cover_image } = hidden;
  const shown = await tx.db
    .updateTable('users')
    .set({ image: sql`coalesce(image, ${image})`, cover_image: sql`coalesce(cover_image, ${cover_image})` })
    .where('id', '=', userId)
    .returning(['image', 'cover_image'])
    .executeTakeFirst();
  const replaced = [image, cover_image].filter((name) => name !== null && !Object.values(shown ?? {}).includes(name));
  await retireUploads(
    tx.db,
    userId,
    replaced.flatMap((name) => name?.split('/').at(-1) ?? []),
  );
  await tx.emit(memberTouched, { userId, changed: 'profile' });
  await tx.emit(picturesChanged, { userId });
}
