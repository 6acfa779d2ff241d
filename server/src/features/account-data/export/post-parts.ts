/** The post parts of the export: published posts, former versions, drafts and scheduled posts. */
import { sql } from 'kysely';
import { postJob } from '#features/hiring/loaders.ts';
import { type ExportPart, mentioned, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const postParts: readonly ExportPart[] = [
  part(
    'posts.json',
    exportTexts.posts,
    (me) => sql`
    SELECT p.id AS key, jsonb_build_object('id', p.id, 'type', p.post_type, 'visibility', p.visibility,
      'title', p.title, 'description', p.description, 'opening', p.opening, 'salary', p.salary,
      'job', ${postJob}, 'link', p.link,
      'startsAt', p.starts_at, 'hashtags', p.hashtags, 'likes', p.likes_count, 'comments', p.comments_count,
      'createdAt', p.created_at, 'updatedAt', p.updated_at, 'files', (
        SELECT coalesce(jsonb_agg(a.folder || '/' || a.filename ORDER BY a.position), '[]')
        FROM post_attachments a WHERE a.post_id = p.id),
      'mentions', ${mentioned('post', sql.ref('p.id'))}) AS entry
    FROM posts p WHERE p.user_id = ${me}`,
  ),
  part(
    'post-revisions.json',
    exportTexts.postRevisions,
    // A row's key is derived from its contents, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT md5(r.post_id || ' ' || r.seq)::uuid AS key, jsonb_build_object('postId', r.post_id, 'version', r.seq,
      'at', r.at, 'title', r.title, 'description', r.description, 'opening', r.opening, 'salary', r.salary,
      'startsAt', r.starts_at, 'pictures', r.pictures, 'visibility', r.visibility) AS entry
    FROM post_revisions r JOIN posts p ON p.id = r.post_id WHERE p.user_id = ${me}`,
  ),
  part(
    'drafts.json',
    exportTexts.drafts,
    (me) => sql`
    SELECT md5(d.client_id)::uuid AS key, jsonb_build_object('name', d.client_id, 'content', d.body,
      'updatedAt', d.updated_at) AS entry FROM drafts d WHERE d.user_id = ${me}`,
  ),
  part(
    'scheduled-posts.json',
    exportTexts.scheduledPosts,
    (me) => sql`
    SELECT s.id AS key, jsonb_build_object('id', s.id, 'publishAt', s.publish_at, 'content', s.body,
      'problem', s.problem, 'createdAt', s.created_at, 'updatedAt', s.updated_at) AS entry
    FROM scheduled_posts s WHERE s.user_id = ${me}`,
  ),
];
