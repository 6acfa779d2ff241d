import { GALLERY_PICTURES, type ProfileLink } from '@afterhours/contract/profile/showcase';
import { sql } from 'kysely';
import { memberVisible, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { AttachmentRow } from '#features/posts/views.ts';

/**
 * Only this many of the newest posts are searched for pictures, so that the cost does not grow with the number of
 * posts.
 */
const NEWEST_POSTS = 200;

type PictureRow = AttachmentRow & { post_id: string };
/** Each is null if there are none. */
export type ShowcaseRow = { links: ProfileLink[] | null; pictures: PictureRow[] | null };

type Profile = { viewerId: string | null; userId: string };

const showcaseSql = ({ viewerId, userId }: Profile) => sql<ShowcaseRow>`
  SELECT
    (SELECT json_agg(json_build_object('label', l.label, 'url', l.url) ORDER BY l.position)
      FROM profile_links l WHERE l.user_id = u.id) AS links,
    (SELECT json_agg(picture) FROM (
      SELECT a.id, a.post_id, a.folder, a.filename, a.width, a.height, a.placeholder, a.alt
      FROM (
        SELECT p.id FROM posts p
        WHERE p.user_id = u.id AND p.label IS DISTINCT FROM 'sensitive' AND ${postVisible(viewerId)}
        ORDER BY p.id DESC LIMIT ${sql.lit(NEWEST_POSTS)}
      ) newest
      JOIN post_attachments a ON a.post_id = newest.id
      ORDER BY newest.id DESC, a.position LIMIT ${sql.lit(GALLERY_PICTURES)}
    ) picture) AS pictures
  FROM users u WHERE u.id = ${userId}::uuid AND u.deleted_at IS NULL AND ${memberVisible(viewerId)}`;

const selectForGuest = prepare<{ userId: string }, ShowcaseRow>('showcase-for-guest', ({ userId }) =>
  showcaseSql({ viewerId: null, userId }),
);
const selectForMember = prepare<{ viewerId: string; userId: string }, ShowcaseRow>('showcase', ({ viewerId, userId }) =>
  showcaseSql({ viewerId, userId }),
);

/** Returns a member's links and pictures, or undefined if they are not visible to this viewer. */
export async function selectShowcase(
  db: Db,
  viewerId: string | null,
  userId: string,
): Promise<ShowcaseRow | undefined> {
  const rows = viewerId === null ? selectForGuest(db, { userId }) : selectForMember(db, { viewerId, userId });
  return (await rows)[0];
}

/** Replaces all of a member's links. */
export async function replaceLinks(db: Db, userId: string, links: readonly ProfileLink[]): Promise<void> {
  await db.deleteFrom('profile_links').where('user_id', '=', userId).execute();
  if (links.length === 0) return;
  const rows = links.map(({ label, url }, position) => ({ user_id: userId, position, label, url }));
  await db.insertInto('profile_links').values(rows).execute();
}
