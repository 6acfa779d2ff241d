/** The network parts of the export: the member's relationships with others. */
import { sql } from 'kysely';
import { type ExportPart, name, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const networkParts: readonly ExportPart[] = [
  part(
    'followings.json',
    exportTexts.followings,
    (me) => sql`
    SELECT f.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name}, 'since', f.created_at) AS entry
    FROM follows f JOIN users u ON u.id = f.followed_id WHERE f.follower_id = ${me}`,
  ),
  part(
    'followers.json',
    exportTexts.followers,
    (me) => sql`
    SELECT f.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name}, 'since', f.created_at) AS entry
    FROM follows f JOIN users u ON u.id = f.follower_id WHERE f.followed_id = ${me}`,
  ),
  part(
    'connections.json',
    exportTexts.connections,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name}, 'since', c.created_at) AS entry
    FROM connections c JOIN users u ON u.id = c.other_user_id WHERE c.user_id = ${me}`,
  ),
  part(
    'invitations.json',
    exportTexts.invitations,
    (me) => sql`
    SELECT r.id AS key, jsonb_build_object('to', ${name}, 'note', r.note, 'at', r.created_at) AS entry
    FROM connection_requests r JOIN users u ON u.id = r.to_user_id WHERE r.from_user_id = ${me}`,
  ),
  part(
    'dismissed-people.json',
    exportTexts.dismissedPeople,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name}, 'at', d.created_at) AS entry
    FROM dismissed_people d JOIN users u ON u.id = d.dismissed_id WHERE d.user_id = ${me}`,
  ),
];
