/** The versions of a post. An edit stores the version that it replaces, in the same transaction. */
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { sql } from 'kysely';
import { isVersionFor } from '#access/audience.ts';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import type { PostContent } from '../write/queries.ts';

/** How many former versions are stored: the first, and the newest of the others. */
const MAX_STORED = 100;

/** A picture of a post: its file name and its description. */
export type ShownPicture = { filename: string; alt: string };

export function selectPictures(db: Db, postId: string): Promise<ShownPicture[]> {
  return db
    .selectFrom('post_attachments')
    .select(['filename', 'alt'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
}

export type Version = Pick<
  PostContent,
  'title' | 'description' | 'opening' | 'salary' | 'link' | 'startsAt' | 'timeZone'
> & { pictures: readonly ShownPicture[] };

/** The version that an edit replaces, its audience, and whether only the author could see it. */
export type Replaced = Version & { visibility: PostVisibility; held: boolean };

const contentOf = ({ title, description, opening, salary, link, startsAt, timeZone, pictures }: Version): string =>
  JSON.stringify([title, description, opening, salary, link, startsAt, timeZone, pictures]);

/**
 * Stores a locked post's version that was just replaced, and marks the post as edited; does nothing if both versions
 * are the same. A held version is not stored: others have not seen it, and must not see it when the post is released.
 */
export async function storeVersion(db: Db, postId: string, replaced: Replaced, present: Version): Promise<void> {
  if (contentOf(replaced) === contentOf(present)) return;
  if (replaced.held) {
    await sql`UPDATE posts SET edited_at = now() WHERE id = ${postId}::uuid AND edited_at IS NOT NULL`.execute(db);
    return;
  }
  const { title, description, opening, salary, startsAt, timeZone, pictures, visibility } = replaced;
  await sql`
    INSERT INTO post_revisions (post_id, seq, at, title, description, opening, salary, starts_at, time_zone, pictures,
      visibility)
    SELECT p.id, 1 + coalesce((SELECT max(r.seq) FROM post_revisions r WHERE r.post_id = p.id), 0),
      coalesce(p.edited_at, p.created_at), ${title}, ${description}, ${opening}, ${salary},
      ${startsAt}::timestamptz, ${timeZone}, ${pictures.map(({ alt }) => alt)}::text[], ${visibility}
    FROM posts p WHERE p.id = ${postId}::uuid`.execute(db);
  await sql`
    DELETE FROM post_revisions r WHERE r.post_id = ${postId}::uuid AND r.seq > 1
      AND r.seq <= (SELECT max(latest.seq) FROM post_revisions latest WHERE latest.post_id = r.post_id) -
        ${MAX_STORED - 1}
  `.execute(db);
  await sql`UPDATE posts SET edited_at = now() WHERE id = ${postId}::uuid`.execute(db);
}

export type RevisionRow = {
  seq: number;
  at: Date;
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  pictures: string[];
};

export const revisionKey = (row: RevisionRow): CursorKey => [row.seq];

/**
 * Returns one page, plus one row, of a post's versions, newest first. Contains only versions whose audience includes
 * the viewer, and none if the viewer may not see the post.
 */
export async function selectRevisions(
  db: Db,
  viewerId: string | null,
  postId: string,
  { after, limit, offset }: PageStart,
): Promise<RevisionRow[]> {
  const older = after ? sql`version.seq < ${after[0]}::integer` : sql`TRUE`;
  const { rows } = await sql<RevisionRow>`
    SELECT version.seq, version.at, version.title, version.description, version.opening, version.salary,
      version.starts_at, version.time_zone, version.pictures
    FROM posts p CROSS JOIN LATERAL (
      SELECT 1 + coalesce((SELECT max(latest.seq) FROM post_revisions latest WHERE latest.post_id = p.id), 0) AS seq,
        coalesce(p.edited_at, p.created_at) AS at, p.title, p.description, p.opening, p.salary, p.starts_at,
        p.time_zone, ARRAY(SELECT a.alt FROM post_attachments a WHERE a.post_id = p.id ORDER BY a.position) AS pictures,
        p.visibility
      UNION ALL
      SELECT r.seq, r.at, r.title, r.description, r.opening, r.salary, r.starts_at, r.time_zone, r.pictures,
        r.visibility
      FROM post_revisions r WHERE r.post_id = p.id
    ) version
    WHERE p.id = ${postId}::uuid AND ${postVisible(viewerId)}
      AND ${isVersionFor(viewerId, sql.ref('version.visibility'))} AND ${older}
    ORDER BY version.seq DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}
