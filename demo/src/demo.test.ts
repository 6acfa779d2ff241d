import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getProfile, login } from '@afterhours/contract/account/account';
import { newPassword } from '@afterhours/contract/account/passwords';
import { listFeed } from '@afterhours/contract/feed';
import { listConversations } from '@afterhours/contract/messages/conversations';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { listReceivedInvitations, listSentInvitations } from '@afterhours/contract/people/connections';
import { extractHashtags } from '@afterhours/contract/posts/hashtags';
import { createPostBody } from '@afterhours/contract/posts/posts';
import { bioBody, educationBody, experienceBody, goalBody, skillBody } from '@afterhours/contract/profile/profile';
import { parseConfig } from '@afterhours/server/config/config.ts';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { educations } from '@afterhours/server/features/profile/entries/educations.ts';
import { selectEntries } from '@afterhours/server/features/profile/entries/entry-queries.ts';
import { experiences } from '@afterhours/server/features/profile/entries/experiences.ts';
import { goals } from '@afterhours/server/features/profile/entries/goals.ts';
import { skills } from '@afterhours/server/features/profile/entries/skills.ts';
import { imageKeys } from '@afterhours/server/platform/pictures/image-sizes.ts';
import { decideDemo } from '@afterhours/server/start/demo-marker.ts';
import { demoSignIn } from '@afterhours/server/start/demo-sign-in.ts';
import { listWrongCounts } from '@afterhours/server/testing/database/recount.ts';
import { signIn } from '@afterhours/server/testing/rows/members.ts';
import { buildTestApp, type TestApp } from '@afterhours/server/testing/test-app.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from './fill.ts';
import { listDrawings, writeDrawing } from './pictures/drawings.ts';
import { drawStock, type Stock } from './pictures/stock.ts';
import { demoSize } from './plan.ts';

const options = { empty: false, demo: false, reachable: false };
const local = demoSignIn(parseConfig({}, '/tmp'));
const silent = { onProgress: () => undefined };
const now = new Date();
let app: TestApp;
/** The pictures are drawn once, and apart from the community, which removes its own. */
let stock: Stock;

beforeAll(async () => {
  app = await buildTestApp();
  stock = await drawStock(demoSize.seed, path.join(app.dataDir, 'drawn'));
  await fillDemo(app.services, { ...silent, now, draw: () => Promise.resolve(stock) });
});
afterAll(() => app.close());

const countOf = async (table: 'users' | 'posts' | 'uploads'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)}`.execute(app.services.db);
  return rows[0]?.count ?? 0;
};

/** Returns a digest of the tables' content, without the salted password. */
async function digest(db: Db): Promise<unknown> {
  const contents = 'posts comments post_likes messages notifications uploads';
  const entries = 'follows connection_requests goals skills educations experiences';
  const sums = await Promise.all(
    `${contents} ${entries}`.split(' ').map((table) =>
      sql`SELECT ${table}::text AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum
        FROM ${sql.table(table)} t`.execute(db),
    ),
  );
  const members = await db
    .selectFrom('users')
    .select(['id', 'username', 'image', 'cover_image', 'bio'])
    .orderBy('id')
    .execute();
  return [members, ...sums.map(({ rows }) => rows)];
}

/** Returns what describes a picture, and the content of its files. */
async function contentOf(image: Stock[string][number] | undefined): Promise<unknown> {
  if (!image) throw new Error('there is no such picture');
  const read = image.files.map(async ({ path: file, ...rest }) => ({ ...rest, content: await readFile(file, 'hex') }));
  return { ...image, files: await Promise.all(read) };
}

describe('The demo community', () => {
  it('has sixty members and three hundred posts of the three types', async () => {
    expect(await countOf('users')).toBe(60);
    const posts = await app.services.db
      .selectFrom('posts')
      .select(['post_type', sql<number>`count(*)`.as('count')])
      .groupBy('post_type')
      .execute();
    expect(posts.reduce((sum, row) => sum + row.count, 0)).toBe(300);
    for (const row of posts) expect(row.count).toBeGreaterThan(25);
    expect(posts).toHaveLength(3);
  });

  it('has no two posts with the same text', async () => {
    const posts = await app.services.db.selectFrom('posts').select(['title', 'description']).execute();
    expect(new Set(posts.map((post) => `${post.title}\n${post.description}`)).size).toBe(posts.length);
  });

  it('has posts that the composer would accept, with the hashtags of their texts', async () => {
    const posts = await app.services.db.selectFrom('posts').selectAll().execute();
    for (const post of posts) {
      const { post_type: postType, title, description, opening, salary, link } = post;
      const startsAt = post.starts_at?.toISOString() ?? null;
      expect(createPostBody.safeParse({ postType, title, description, opening, salary, link, startsAt }).success).toBe(
        true,
      );
      expect(post.hashtags).toEqual(extractHashtags(title, description));
    }
  });

  it('has profiles that the forms would accept, each with an entry of every kind', async () => {
    const { db } = app.services;
    const members = await db.selectFrom('users').select(['id', 'bio', 'dob']).execute();
    const kinds = [
      { kind: goals, form: goalBody, sizes: [1, 4] },
      { kind: skills, form: skillBody, sizes: [3, 8] },
      { kind: educations, form: educationBody, sizes: [1, 2] },
      { kind: experiences, form: experienceBody, sizes: [1, 3] },
    ] as const;
    for (const { id, bio, dob } of members) {
      expect(bioBody.parse({ bio }).bio.length).toBeGreaterThan(60);
      const { email } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
      for (const { kind, form, sizes } of kinds) {
        const entries = (await selectEntries(db, kind, id)).map(kind.toView as (row: unknown) => object);
        const [least, most] = email === local.email ? [4, 9] : sizes;
        expect(entries.length).toBeGreaterThanOrEqual(least);
        expect(entries.length).toBeLessThanOrEqual(most);
        for (const entry of entries) {
          expect(form.safeParse(entry)).toMatchObject({ success: true });
          const { startDate, endDate } = entry as { startDate?: string; endDate?: string | null };
          if (startDate) expect(startDate > (dob ?? '')).toBe(true);
          if (endDate) expect(endDate < now.toISOString()).toBe(true);
        }
      }
    }
    const current = await db.selectFrom('experiences').select('user_id').where('end_date', 'is', null).execute();
    expect(new Set(current.map((row) => row.user_id)).size).toBe(60);
    expect(current.length).toBeGreaterThan(70);
  });

  it('has exact counts', async () => {
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('has a file for each size of each image that a row refers to', async () => {
    const { db, storage } = app.services;
    const uploads = await db.selectFrom('uploads').select(['folder', 'filename', 'width', 'bytes']).execute();
    for (const upload of uploads) {
      const keys = imageKeys(upload.folder, upload.filename, upload.width ?? 0);
      const sizes = await Promise.all(keys.map((key) => storage.size(key)));
      expect(sizes.reduce<number>((sum, size) => sum + (size ?? Number.NaN), 0)).toBe(upload.bytes);
    }
    const { rows } = await sql`
      SELECT filename FROM (
        SELECT image AS filename FROM users UNION ALL SELECT cover_image FROM users
        UNION ALL SELECT filename FROM post_attachments
      ) named
      WHERE filename IS NOT NULL AND filename NOT IN (SELECT filename FROM uploads WHERE used_at IS NOT NULL)`.execute(
      db,
    );
    expect(rows).toEqual([]);
    expect(uploads.length).toBeGreaterThan(150);
  });

  it('has portraits that are neither black nor of a single colour', async () => {
    const rows = await app.services.db
      .selectFrom('users')
      .select('image')
      .where('image', 'is not', null)
      .orderBy('id')
      .limit(12)
      .execute();
    expect(rows).toHaveLength(12);
    for (const { image } of rows) {
      const file = path.join(app.dataDir, 'uploads', 'users', image ?? '');
      const { channels, entropy } = await sharp(file).stats();
      expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(80);
      expect(entropy).toBeGreaterThan(1);
    }
  });

  it('gets the same pictures from the same seed', async () => {
    const folder = await mkdtemp(path.join(app.dataDir, 'again-'));
    const drawings = listDrawings(demoSize.seed);
    expect(drawings).toHaveLength(Object.values(stock).flat().length);
    for (const [kind, images] of Object.entries(stock)) {
      // Those before it came from the same row of random numbers.
      const last = drawings.findLast((drawing) => drawing.kind === kind);
      const again = last && (await writeDrawing(last, folder));
      expect(await contentOf(again), kind).toEqual(await contentOf(images.at(-1)));
    }
  });

  it('has no action in the future, none before its subject existed, and only upcoming webinars', async () => {
    const { rows } = await sql`
      SELECT 'post' AS what FROM posts p JOIN users u ON u.id = p.user_id WHERE p.created_at > now()
        OR p.created_at < u.created_at
      UNION ALL SELECT 'like' FROM post_likes l JOIN posts p ON p.id = l.post_id WHERE l.created_at > now()
        OR l.created_at < p.created_at
      UNION ALL SELECT 'comment' FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.created_at > now()
        OR c.created_at < p.created_at
      UNION ALL SELECT 'reply' FROM comments c JOIN comments r ON r.parent_id = c.id WHERE r.created_at < c.created_at
      UNION ALL SELECT 'message' FROM messages WHERE created_at > now()
      UNION ALL SELECT 'webinar' FROM posts WHERE post_type = 'webinar' AND starts_at < now()`.execute(app.services.db);
    expect(rows).toEqual([]);
  });

  it('has no notification of something that did not happen', async () => {
    const { rows } = await sql`
      SELECT n.group_key FROM notifications n JOIN notification_actors a ON a.notification_id = n.id
      WHERE n.user_id = a.actor_id
        OR n.type = 'like' AND n.comment_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM post_likes l WHERE l.post_id = n.post_id AND l.user_id = a.actor_id)
        OR n.type = 'comment'
          AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.post_id = n.post_id AND c.user_id = a.actor_id)
        OR n.type = 'follow'
          AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = a.actor_id AND f.followed_id = n.user_id)
      UNION ALL
      SELECT n.group_key FROM notifications n
      WHERE n.actors_count <> (SELECT count(*) FROM notification_actors a WHERE a.notification_id = n.id)`.execute(
      app.services.db,
    );
    expect(rows).toEqual([]);
  });

  it('has no member who can sign in except the demo member', async () => {
    const withPassword = await app.services.db
      .selectFrom('users')
      .select('email')
      .where('password_hash', 'is not', null)
      .execute();
    expect(withPassword).toEqual([{ email: local.email }]);
  });
});

describe('The demo member', () => {
  it('signs in with the printed password, which a new member could choose, too', async () => {
    expect(newPassword().safeParse(local.password).success).toBe(true);
    expect(await app.call(login, { body: local })).toMatchObject({
      ok: true,
      body: { user: { isUserVerified: true } },
    });
  });

  it('has a feed, unread notifications and messages, and invitations both ways', async () => {
    const { token } = await signIn(app, local);
    expect(await app.call(listFeed, { token, query: { limit: '20' } })).toMatchObject({ ok: true });
    const notified = await app.call(listNotifications, { token });
    if (!notified.ok) throw new Error(notified.message);
    expect(notified.totalLatestCount).toBeGreaterThan(3);
    expect(notified.total).toBeGreaterThan(notified.totalLatestCount);
    const own = await app.call(getProfile, { token });
    if (!own.ok) throw new Error(own.message);
    expect(own.body.unreadMessages).toBeGreaterThan(2);
    const [received, sent, chats] = await Promise.all([
      app.call(listReceivedInvitations, { token }),
      app.call(listSentInvitations, { token }),
      app.call(listConversations, { token }),
    ]);
    if (!received.ok || !sent.ok || !chats.ok) throw new Error('a list failed');
    expect([received.total, sent.total]).toEqual([4, 3]);
    for (const { note } of [...received.body, ...sent.body]) expect(note).not.toBeNull();
    expect(chats.body).toHaveLength(12);
    expect(chats.body.filter((chat) => chat.pinned)).toHaveLength(3);
    expect(chats.body.filter((chat) => chat.unreadCount > 0)).toHaveLength(4);
  });
});

describe('Filling a database', () => {
  it('fails the second time', async () => {
    await expect(fillDemo(app.services, silent)).rejects.toThrow('already there');
    expect(await decideDemo(app.services.db, options)).toBe(false);
    expect(await countOf('users')).toBe(60);
  });

  it('leaves nothing behind when it is interrupted, and creates the same community the next time', async () => {
    const freshApp = await buildTestApp();
    const { services } = freshApp;
    const fillOptions = { ...silent, now, draw: () => Promise.resolve(stock) };
    let stored = 0;
    const storage: typeof services.storage = {
      ...services.storage,
      put: (key, file) => (++stored > 40 ? Promise.reject(new Error('cut off')) : services.storage.put(key, file)),
    };
    await expect(fillDemo({ ...services, storage }, fillOptions)).rejects.toThrow('cut off');
    expect(await services.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await decideDemo(services.db, options)).toBe(true);
    await fillDemo(services, fillOptions);
    expect(await digest(services.db)).toEqual(await digest(app.services.db));
    const files = (dataDir: string) => readdir(path.join(dataDir, 'uploads', 'post'));
    expect((await files(freshApp.dataDir)).sort()).toEqual((await files(app.dataDir)).sort());
    await freshApp.close();
  });
});
