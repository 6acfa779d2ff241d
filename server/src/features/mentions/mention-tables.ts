import { sql } from 'kysely';

/** The kinds of texts that contain mentions. */
export type MentionKind = 'post' | 'comment';

/**
 * SQL for the tables of each kind, for the column that refers to the text in them, and for the text and its post (of
 * `t`).
 */
export const mentionTables = {
  post: {
    mentions: sql.table('post_mentions'),
    notices: sql.table('post_mention_notices'),
    key: sql.ref('post_id'),
    texts: sql.table('posts'),
    text: sql.ref('t.description'),
    postId: sql.ref('t.id'),
  },
  comment: {
    mentions: sql.table('comment_mentions'),
    notices: sql.table('comment_mention_notices'),
    key: sql.ref('comment_id'),
    texts: sql.table('comments'),
    text: sql.ref('t.comment'),
    postId: sql.ref('t.post_id'),
  },
} as const;
