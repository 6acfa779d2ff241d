/**
 * The thin server, for comparison: Fastify over `pg`, with the two steps that a signed-in feed needs. It finds the
 * session by the hash of its token, loads twenty posts with authors, counts, pictures, first comments and viewer state
 * in one statement, and sends the result. It prepares statements and pools connections, but has no logs, limits or
 * validation.
 */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import fastify from 'fastify';
import pg from 'pg';
import { compressOptions } from '../server/src/http/body/compression.ts';

const CONNECTIONS = 10;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: CONNECTIONS });

const SESSION = 'SELECT id, user_id, last_seen_at FROM sessions WHERE token_hash = $1 AND expires_at > now()';

/** An id after that of every post. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const FEED = `
  SELECT p.id, p.user_id, p.post_type, p.title, p.description, p.opening, p.salary, p.link, p.hashtags, p.created_at,
    p.updated_at, p.likes_count, p.comments_count, p.ratings_count, p.ratings_sum,
    u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
    l.user_id IS NOT NULL AS liked, b.id AS bookmark_id, pictures.list AS attachments, first.list AS comments
  FROM (SELECT * FROM posts WHERE id <= $2 ORDER BY id DESC LIMIT 20) p
  JOIN users u ON u.id = p.user_id
  LEFT JOIN post_likes l ON l.post_id = p.id AND l.user_id = $1
  LEFT JOIN bookmarks b ON b.post_id = p.id AND b.user_id = $1
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('id', a.id, 'filename', a.filename, 'width', a.width, 'height', a.height, 'alt',
      a.alt)
      ORDER BY a.position) AS list
    FROM post_attachments a WHERE a.post_id = p.id
  ) pictures ON TRUE
  LEFT JOIN LATERAL (
    SELECT json_agg(shown) AS list FROM (
      SELECT c.id, c.comment, c.likes_count, c.replies_count, c.created_at, cu.id AS user_id, cu.first_name,
        cu.last_name, cu.image
      FROM comments c JOIN users cu ON cu.id = c.user_id
      WHERE c.post_id = p.id AND c.parent_id IS NULL ORDER BY c.id LIMIT 3
    ) shown
  ) first ON TRUE
  ORDER BY p.id DESC`;

const app = fastify();
// The settings of our server; only requests that accept a compressed response get one.
await app.register(compress, compressOptions);
app.get<{ Querystring: { until?: string } }>('/feed', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const session = await pool.query<{ user_id: string }>({ name: 'session', text: SESSION, values: [hash] });
  const userId = session.rows[0]?.user_id;
  if (userId === undefined) return reply.status(401).send({ success: false });
  const { rows } = await pool.query({ name: 'feed', text: FEED, values: [userId, request.query.until ?? LAST_ID] });
  return { success: true, body: rows };
});
process.on('disconnect', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
