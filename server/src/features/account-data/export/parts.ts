/**
 * The parts of an export: each becomes one JSON file with a list in the order of its key. `rows` is SQL that selects
 * `key` (uuid, unique within the part) and `entry` (JSON). A feature that stores member data adds its part here, or to
 * the list of its area.
 */
import { sql } from 'kysely';
import { accountParts } from './account-parts.ts';
import { moderationParts } from './moderation-parts.ts';
import { networkParts } from './network-parts.ts';
import { type ExportPart, mentioned, name, part } from './part.ts';
import { paymentParts } from './payment-parts.ts';
import { postParts } from './post-parts.ts';
import { profileParts } from './profile-parts.ts';
import { exportTexts } from './texts.ts';
import { webinarParts } from './webinar-parts.ts';

export const exportParts: readonly ExportPart[] = [
  ...accountParts,
  ...profileParts,
  ...postParts,
  part(
    'comments.json',
    exportTexts.comments,
    (me) => sql`
    SELECT c.id AS key, jsonb_build_object('id', c.id, 'postId', c.post_id, 'replyTo', c.parent_id,
      'comment', c.comment, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
      'mentions', ${mentioned('comment', sql.ref('c.id'))}) AS entry FROM comments c WHERE c.user_id = ${me}`,
  ),
  part(
    'likes.json',
    exportTexts.likes,
    (me) => sql`
    SELECT post_id AS key, jsonb_build_object('postId', post_id, 'at', created_at) AS entry
    FROM post_likes WHERE user_id = ${me}`,
  ),
  part(
    'comment-likes.json',
    exportTexts.commentLikes,
    (me) => sql`
    SELECT comment_id AS key, jsonb_build_object('commentId', comment_id, 'at', created_at) AS entry
    FROM comment_likes WHERE user_id = ${me}`,
  ),
  part(
    'bookmarks.json',
    exportTexts.bookmarks,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('postId', post_id, 'at', created_at) AS entry
    FROM bookmarks WHERE user_id = ${me}`,
  ),
  part(
    'ratings.json',
    exportTexts.ratings,
    (me) => sql`
    SELECT post_id AS key, jsonb_build_object('postId', post_id, 'stars', rating) AS entry
    FROM ratings WHERE user_id = ${me}`,
  ),
  ...networkParts,
  part(
    'messages.json',
    exportTexts.messages,
    (me) => sql`
    SELECT m.id AS key, jsonb_build_object('id', m.id, 'conversation', m.conversation_id, 'to', ${name},
      'content', m.content, 'at', m.created_at, 'files', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('file', 'message/' || a.filename, 'name', a.name)), '[]')
        FROM message_attachments a WHERE a.message_id = m.id)) AS entry
    FROM messages m CROSS JOIN LATERAL (
      SELECT u.first_name, u.last_name FROM conversation_members own JOIN users u ON u.id = own.other_user_id
      -- Looked up for each message, so that the messages stay in the order of their index.
      WHERE own.conversation_id = m.conversation_id AND own.user_id = m.sender_id OFFSET 0) u
    WHERE m.sender_id = ${me} AND m.deleted_at IS NULL`,
  ),
  part(
    'mutes.json',
    exportTexts.mutes,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('kind', kind, 'value', value, 'until', until, 'at', created_at) AS entry
    FROM mutes WHERE user_id = ${me}`,
  ),
  part(
    'job-applications.json',
    exportTexts.jobApplications,
    (me) => sql`
    SELECT a.id AS key, jsonb_build_object('postId', a.post_id, 'at', a.created_at, 'status', a.status,
      'statusAt', a.status_at, 'words', a.words, 'answers', a.answers,
      'cv', 'message/' || f.filename) AS entry
    FROM job_applications a LEFT JOIN uploads f ON f.id = a.cv_upload_id WHERE a.user_id = ${me}
    UNION ALL SELECT id, jsonb_build_object('at', created_at, 'status', status, 'statusAt', status_at,
      'jobRemovedAt', removed_at) FROM removed_applications WHERE user_id = ${me}`,
  ),
  part(
    'received-applications.json',
    exportTexts.receivedApplications,
    (me) => sql`
    SELECT a.id AS key, jsonb_build_object('postId', a.post_id, 'by', ${name}, 'at', a.created_at,
      'status', a.status, 'statusAt', a.status_at, 'note', a.note) AS entry
    FROM job_applications a JOIN users u ON u.id = a.user_id WHERE a.poster_id = ${me}`,
  ),
  part(
    'saved-searches.json',
    exportTexts.savedSearches,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('query', query, 'cadence', cadence, 'at', created_at) AS entry
    FROM saved_searches WHERE user_id = ${me}`,
  ),
  ...webinarParts,
  ...paymentParts,
  part(
    'notifications.json',
    exportTexts.notifications,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('type', type, 'content', content, 'link', link, 'at', created_at,
      'readAt', read_at) AS entry FROM notifications WHERE user_id = ${me}`,
  ),
  part(
    'notification-mails.json',
    exportTexts.notificationMails,
    // A row's key is derived from its contents, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT md5(kind)::uuid AS key, jsonb_build_object('kind', kind, 'mail', mail, 'push', push) AS entry
    FROM notification_channels WHERE user_id = ${me}
    UNION ALL SELECT user_id, jsonb_build_object('stopped', stopped, 'quietFrom', quiet_from, 'quietTo', quiet_to,
      'timeZone', time_zone, 'messageText', message_text, 'lastMailAt', mailed_at,
      'digest', digest, 'digestHour', digest_hour, 'digestWeekday', digest_weekday, 'digestTimeZone', digest_zone,
      'digestStopped', digest_stopped, 'lastDigestAt', digested_at, 'calm', calm)
    FROM notification_settings WHERE user_id = ${me}
    UNION ALL SELECT d.id, jsonb_build_object('device', s.user_agent, 'since', d.created_at)
    FROM push_subscriptions d JOIN sessions s ON s.id = d.session_id WHERE d.user_id = ${me}`,
  ),
  ...moderationParts,
];
