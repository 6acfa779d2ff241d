/**
 * The parts of an export: each becomes one JSON file with a list in the order of its key. `rows` is SQL that selects
 * `key` (uuid, unique within the part) and `entry` (JSON). A feature that stores member data adds its part here.
 */
import { sql } from 'kysely';
import { exportedColumns, exportedPutAway } from './export-columns.ts';
import { type ExportPart, mentioned, name, part } from './export-part.ts';
import { paymentParts } from './export-payments.ts';
import { postParts } from './export-posts.ts';
import { exportTexts } from './export-texts.ts';
import { webinarParts } from './export-webinars.ts';

export const exportParts: readonly ExportPart[] = [
  part(
    'account.json',
    exportTexts.account,
    (me) => sql`
    SELECT u.id AS key, ${exportedColumns('users', 'u')} AS entry FROM users u WHERE u.id = ${me}`,
  ),
  part(
    'sessions.json',
    exportTexts.sessions,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('device', user_agent, 'address', address, 'createdAt', created_at,
      'lastSeenAt', last_seen_at) AS entry FROM sessions WHERE user_id = ${me}`,
  ),
  part(
    'former-usernames.json',
    exportTexts.formerUsernames,
    (me) => sql`
    SELECT md5(username)::uuid AS key, jsonb_build_object('username', username, 'givenUpAt', given_up_at) AS entry
    FROM former_usernames WHERE user_id = ${me}`,
  ),
  part(
    'networks.json',
    exportTexts.networks,
    (me) => sql`
    SELECT md5(kind)::uuid AS key, jsonb_build_object('kind', kind, 'fingerprint', encode(network, 'hex'),
      'at', seen_at) AS entry FROM member_networks WHERE user_id = ${me}
    UNION ALL SELECT invitation_id, jsonb_build_object('kind', 'invitation', 'id', invitation_id)
    FROM member_invitations WHERE user_id = ${me}`,
  ),
  part(
    'passkeys.json',
    exportTexts.passkeys,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('name', label, 'addedAt', created_at, 'lastUsedAt', last_used_at) AS entry
    FROM credentials WHERE user_id = ${me}`,
  ),
  part(
    'linked-accounts.json',
    exportTexts.linkedAccounts,
    // A row's key is derived from its contents, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT md5(issuer || ' ' || subject)::uuid AS key,
      jsonb_build_object('provider', issuer, 'id', subject, 'since', created_at) AS entry
    FROM oidc_identities WHERE user_id = ${me}
    UNION ALL SELECT md5(provider || ' ' || subject)::uuid,
      jsonb_build_object('provider', provider, 'id', subject, 'since', created_at)
    FROM social_identities WHERE user_id = ${me}`,
  ),
  part(
    'goals.json',
    exportTexts.goals,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('goals', 't')} AS entry FROM goals t WHERE t.user_id = ${me}`,
  ),
  part(
    'skills.json',
    exportTexts.skills,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('skills', 't')} AS entry FROM skills t WHERE t.user_id = ${me}`,
  ),
  part(
    'educations.json',
    exportTexts.educations,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('educations', 't')} AS entry FROM educations t WHERE t.user_id = ${me}`,
  ),
  part(
    'experiences.json',
    exportTexts.experiences,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('experiences', 't')} AS entry FROM experiences t WHERE t.user_id = ${me}`,
  ),
  part(
    'links.json',
    exportTexts.links,
    // A row's key is derived from its position, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT lpad((position + 1)::text, 32, '0')::uuid AS key, jsonb_build_object('label', label, 'url', url) AS entry
    FROM profile_links WHERE user_id = ${me}`,
  ),
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
  part(
    'followings.json',
    exportTexts.followings,
    (me) => sql`
    SELECT f.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name('u')}, 'since', f.created_at) AS entry
    FROM follows f JOIN users u ON u.id = f.followed_id WHERE f.follower_id = ${me}`,
  ),
  part(
    'followers.json',
    exportTexts.followers,
    (me) => sql`
    SELECT f.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name('u')}, 'since', f.created_at) AS entry
    FROM follows f JOIN users u ON u.id = f.follower_id WHERE f.followed_id = ${me}`,
  ),
  part(
    'connections.json',
    exportTexts.connections,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name('u')}, 'since', c.created_at) AS entry
    FROM connections c JOIN users u ON u.id = c.other_user_id WHERE c.user_id = ${me}`,
  ),
  part(
    'invitations.json',
    exportTexts.invitations,
    (me) => sql`
    SELECT r.id AS key, jsonb_build_object('to', ${name('u')}, 'note', r.note, 'at', r.created_at) AS entry
    FROM connection_requests r JOIN users u ON u.id = r.to_user_id WHERE r.from_user_id = ${me}`,
  ),
  part(
    'dismissed-people.json',
    exportTexts.dismissedPeople,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name('u')}, 'at', d.created_at) AS entry
    FROM dismissed_people d JOIN users u ON u.id = d.dismissed_id WHERE d.user_id = ${me}`,
  ),
  part(
    'messages.json',
    exportTexts.messages,
    (me) => sql`
    SELECT m.id AS key, jsonb_build_object('id', m.id, 'conversation', m.conversation_id, 'to', ${name('u')},
      'content', m.content, 'at', m.created_at, 'files', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('file', 'message/' || a.filename, 'name', a.name)), '[]')
        FROM message_attachments a WHERE a.message_id = m.id)) AS entry
    FROM messages m JOIN conversation_members own ON own.conversation_id = m.conversation_id
      AND own.user_id = m.sender_id
    JOIN users u ON u.id = own.other_user_id
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
    FROM job_applications a LEFT JOIN uploads f ON f.id = a.cv_upload_id WHERE a.user_id = ${me}`,
  ),
  part(
    'received-applications.json',
    exportTexts.receivedApplications,
    (me) => sql`
    SELECT a.id AS key, jsonb_build_object('postId', a.post_id, 'by', ${name('u')}, 'at', a.created_at,
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
  part(
    'blocks.json',
    exportTexts.blocks,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name('u')}, 'since', b.created_at) AS entry
    FROM member_blocks b JOIN users u ON u.id = b.other_user_id WHERE b.user_id = ${me} AND b.by_user`,
  ),
  part(
    'reports.json',
    exportTexts.reports,
    // A report of one's own post opens no case.
    (me) => sql`
    SELECT r.id AS key, jsonb_build_object('kind', c.subject_kind, 'id', c.subject_id, 'category', r.category,
      'words', r.words, 'at', r.created_at, 'closedAt', c.closed_at) AS entry
    FROM case_reports r JOIN cases c ON c.id = r.case_id WHERE r.user_id = ${me}
    UNION ALL SELECT r.id, jsonb_build_object('kind', 'post', 'id', r.post_id, 'words', r.reason, 'at', r.created_at)
    FROM post_reports r JOIN posts p ON p.id = r.post_id AND p.user_id = ${me} WHERE r.user_id = ${me}`,
  ),
  part(
    'put-away.json',
    exportTexts.putAway,
    (me) => sql`
    SELECT lpad(to_hex(k.id), 32, '0')::uuid AS key,
      jsonb_build_object('kind', k.relation, 'entry', ${exportedPutAway('k', me)}) AS entry
    FROM put_away_rows k WHERE k.user_id = ${me}`,
  ),
  part(
    'terms.json',
    exportTexts.terms,
    (me) => sql`
    SELECT lpad(to_hex(a.version), 32, '0')::uuid AS key,
      jsonb_build_object('version', a.version, 'acceptedAt', a.accepted_at) AS entry
    FROM terms_acceptances a WHERE a.user_id = ${me}`,
  ),
  part(
    'join-request.json',
    exportTexts.joinRequest,
    (me) => sql`
    SELECT r.user_id AS key, jsonb_build_object('answer', r.answer, 'at', r.created_at) AS entry
    FROM join_requests r WHERE r.user_id = ${me}`,
  ),
  part(
    'decisions.json',
    exportTexts.decisions,
    (me) => sql`
    SELECT d.id AS key, jsonb_build_object('id', d.id, 'about', d.subject_kind, 'aboutId', d.subject_id,
      'action', d.action, 'label', d.label, 'rule', d.rule,
      'facts', d.facts, 'statement', d.statement, 'until', d.until,
      'reverses', d.reverses, 'at', d.created_at, 'appeal', (SELECT a.evidence ->> 'text' FROM cases a
        WHERE a.subject_kind = 'appeal' AND a.subject_id = d.id LIMIT 1)) AS entry
    FROM decisions d WHERE d.member_id = ${me} AND (d.action <> 'none' OR d.subject_kind = 'appeal')`,
  ),
];
