/**
 * The rows of a large community, drawn by the database itself. Members are numbered from 0: the lower the number, the
 * more a member writes and the more follow them (a power of an even draw), so that a few have very many followers and
 * nearly everybody has few. Texts are those of the small community that is there already.
 */

export type Sizes = {
  members: number;
  posts: number;
  likesPerPost: number;
  commentsPerPost: number;
  followsPerMember: number;
  conversations: number;
  messagesPerConversation: number;
};

type Step = { name: string; sql: string };

const DAYS = 60;
const LIKES_OF_A_VIRAL_POST = 0.2;

const members = ({ members }: Sizes): Step[] => [
  {
    name: 'members',
    sql: `CREATE UNLOGGED TABLE bench_members AS
      SELECT n, uuidv7(make_interval(days => -${DAYS}, secs => n - ${members})) AS id FROM generate_series(0, ${members - 1}) n`,
  },
  { name: 'members', sql: 'CREATE UNIQUE INDEX ON bench_members (n)' },
  {
    name: 'members',
    sql: `INSERT INTO users (id, email, username, first_name, last_name, country, profession, intro_details, created_at, updated_at)
      SELECT id, 'm' || n || '@members.example', lower(first || '.' || last) || n, first, last, country, profession, intro, born, born
      FROM (
        SELECT m.id, m.n, f.word AS first, l.word AS last, like_these.country, like_these.profession,
          like_these.intro_details AS intro, now() - make_interval(days => ${DAYS}) AS born
        FROM (SELECT id, n, floor(2000 * power(random(), 3))::integer AS f, floor(20000 * power(random(), 2))::integer AS l,
          floor(random() * (SELECT count(*) FROM bench_models))::integer AS model FROM bench_members) m
        JOIN bench_names f ON f.n = m.f JOIN bench_names l ON l.n = 2000 + m.l
        JOIN bench_models like_these ON like_these.n = m.model
        ORDER BY m.n
      ) drawn`,
  },
];

const posts = (sizes: Sizes): Step[] => [
  {
    name: 'posts',
    sql: `CREATE UNLOGGED TABLE bench_posts AS
      SELECT n, uuidv7(make_interval(secs => -age)) AS id, now() - make_interval(secs => age) AS at,
        floor(${sizes.members} * power(random(), 3))::integer AS author,
        floor(random() * (SELECT count(*) FROM bench_texts))::integer AS text,
        CASE WHEN n % 50000 = 25000 THEN floor(${sizes.members} * ${LIKES_OF_A_VIRAL_POST})
          ELSE floor(-ln(1 - random()) * ${sizes.likesPerPost}) END::integer AS likes,
        floor(-ln(1 - random()) * ${sizes.commentsPerPost})::integer AS comments
      FROM (
        SELECT row_number() OVER (ORDER BY age DESC) AS n, age
        FROM (SELECT power(random(), 2.2) * ${DAYS * 86_400} + 120 AS age FROM generate_series(1, ${sizes.posts})) ages
      ) placed`,
  },
  {
    name: 'likes',
    sql: `INSERT INTO post_likes (post_id, user_id, created_at)
      SELECT d.post, m.id, d.at FROM (
        SELECT DISTINCT ON (p.n, draw.member) p.n, p.id AS post, draw.member, now() - (now() - p.at) * random() AS at
        FROM bench_posts p CROSS JOIN LATERAL (
          SELECT floor(${sizes.members} * power(random(), 1.25))::integer AS member FROM generate_series(1, p.likes) WHERE p.n > 0
        ) draw ORDER BY p.n, draw.member
      ) d JOIN bench_members m ON m.n = d.member ORDER BY d.n`,
  },
  {
    name: 'comments',
    sql: `INSERT INTO comments (id, post_id, user_id, comment, created_at, updated_at)
      SELECT uuidv7(d.at - now()), d.post, m.id, t.comment, d.at, d.at FROM (
        SELECT p.n, p.id AS post, now() - (now() - p.at) * draw.part AS at, draw.member, draw.text
        FROM bench_posts p CROSS JOIN LATERAL (
          SELECT floor(${sizes.members} * power(random(), 1.3))::integer AS member, random() AS part,
            floor(random() * (SELECT count(*) FROM bench_comments))::integer AS text
          FROM generate_series(1, p.comments) WHERE p.n > 0
        ) draw
      ) d JOIN bench_members m ON m.n = d.member JOIN bench_comments t ON t.n = d.text ORDER BY d.n, d.at`,
  },
  {
    name: 'posts',
    sql: `INSERT INTO posts (id, user_id, post_type, title, description, opening, salary, link, hashtags, created_at, updated_at,
        likes_count, comments_count, threads_count, heat, popularity, rating_score, created_hour, words)
      SELECT p.id, m.id, t.post_type, t.title, t.description, t.opening, t.salary, t.link, t.hashtags, p.at, p.at,
        k.likes, k.comments, k.comments, k.heat, post_popularity(k.heat, p.at::timestamptz(3)),
        post_rating_score(0, 0), post_hour(p.at::timestamptz(3)), to_tsvector('simple', coalesce(t.title, '') || ' ' || t.description)
      FROM bench_posts p JOIN bench_members m ON m.n = p.author JOIN bench_texts t ON t.n = p.text
      LEFT JOIN (SELECT post_id, count(*) FROM post_likes GROUP BY 1) l ON l.post_id = p.id
      LEFT JOIN (SELECT post_id, count(*) FROM comments GROUP BY 1) c ON c.post_id = p.id
      CROSS JOIN LATERAL (SELECT coalesce(l.count, 0)::integer AS likes, coalesce(c.count, 0)::integer AS comments) made
      CROSS JOIN LATERAL (SELECT made.likes, made.comments, post_heat(made.likes, made.comments, 0) AS heat) k
      ORDER BY p.n`,
  },
  {
    name: 'ratings, tags and pictures',
    sql: `INSERT INTO post_hashtags (hashtag_id, post_id)
      SELECT h.id, p.id FROM bench_posts p JOIN bench_texts t ON t.n = p.text CROSS JOIN LATERAL unnest(t.hashtags) tag
      JOIN hashtags h ON h.slug = lower(tag) ORDER BY p.n ON CONFLICT DO NOTHING`,
  },
  {
    name: 'ratings, tags and pictures',
    sql: `WITH drawn AS MATERIALIZED (
        SELECT p.id, p.at, m.id AS author, gen_random_uuid() AS upload FROM bench_posts p JOIN bench_members m ON m.n = p.author
        WHERE p.n % 3 = 0
      ), files AS (
        INSERT INTO uploads (id, owner_id, folder, filename, kind, content_type, original_name, bytes, width, height, placeholder, used_at)
        SELECT upload, author, 'post', upload || '.webp', 'image', 'image/webp', 'photo.jpg', 180000, 1200, 800, '#7a6f63', now() FROM drawn
      )
      INSERT INTO post_attachments (id, post_id, upload_id, position, folder, filename, width, height, placeholder, alt)
      SELECT uuidv7(at - now()), id, upload, 0, 'post', upload || '.webp', 1200, 800, '#7a6f63', 'A table full of tools' FROM drawn`,
  },
];

const ties = ({ members, followsPerMember }: Sizes): Step[] => [
  {
    name: 'follows',
    sql: `INSERT INTO follows (id, follower_id, followed_id)
      SELECT uuidv7(make_interval(secs => -random() * ${DAYS * 86_400})), me.id, other.id FROM (
        SELECT DISTINCT a.n AS follower, floor(${members} * power(random(), 3))::integer AS followed
        FROM bench_members a CROSS JOIN LATERAL generate_series(1, ${followsPerMember}) WHERE a.n >= 0
      ) d JOIN bench_members me ON me.n = d.follower JOIN bench_members other ON other.n = d.followed
      WHERE d.follower <> d.followed ORDER BY d.follower`,
  },
];

const talks = ({ members, conversations, messagesPerConversation: each }: Sizes): Step[] => [
  {
    name: 'messages',
    sql: `CREATE UNLOGGED TABLE bench_talks AS
      SELECT DISTINCT ON (least(a, b), greatest(a, b)) gen_random_uuid() AS id, a, b, now() - interval '1 day' * ${DAYS} * random() AS at
      FROM (SELECT floor(${members} * power(random(), 1.3))::integer AS a, floor(${members} * random())::integer AS b
        FROM generate_series(1, ${conversations})) drawn WHERE a <> b`,
  },
  { name: 'messages', sql: talkRows('bench_talks', each) },
  { name: 'messages', sql: messageRows('bench_talks', each) },
];

/** Both sides of every conversation in a table of (id, a, b, at). */
export const talkRows = (table: string, each: number): string => `
  WITH drawn AS (
    SELECT t.id, a.id AS a, b.id AS b, t.at FROM ${table} t JOIN bench_members a ON a.n = t.a JOIN bench_members b ON b.n = t.b
  ), made AS (
    INSERT INTO conversations (id, member_a, member_b, last_seq, last_message_at)
    SELECT id, least(a, b), greatest(a, b), ${each}, at FROM drawn
  )
  INSERT INTO conversation_members (conversation_id, user_id, other_user_id, read_seq, delivered_seq, last_message_at)
  SELECT id, a, b, ${each}, ${each}, at FROM drawn UNION ALL SELECT id, b, a, ${each}, ${each}, at FROM drawn`;

export const messageRows = (table: string, each: number): string => `
  INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
  SELECT uuidv7(t.at - now() - make_interval(secs => 60 * (${each} - s))), t.id, s, CASE WHEN s % 2 = 0 THEN a.id ELSE b.id END,
    c.comment, t.at - make_interval(secs => 60 * (${each} - s))
  FROM ${table} t JOIN bench_members a ON a.n = t.a JOIN bench_members b ON b.n = t.b CROSS JOIN generate_series(1, ${each}) s
  JOIN bench_comments c ON c.n = (s * 7) % (SELECT count(*) FROM bench_comments)`;

const notifications: Step[] = [
  {
    name: 'notifications',
    sql: `WITH told AS MATERIALIZED (
        SELECT gen_random_uuid() AS id, p.user_id, p.id AS post, l.user_id AS actor, p.likes_count AS count, l.created_at AS at
        FROM bench_posts made JOIN posts p ON p.id = made.id CROSS JOIN LATERAL (SELECT user_id, created_at FROM post_likes WHERE post_id = p.id AND user_id <> p.user_id LIMIT 1) l
        WHERE p.created_at > now() - interval '20 days'
      ), made AS (
        INSERT INTO notifications (id, user_id, type, group_key, parent_id, post_id, actor_id, actors_count, content, link, read_at, created_at)
        SELECT id, user_id, 'like', 'like:post:' || post, post, post, actor, count, 'liked your post', '/activities#' || post,
          CASE WHEN random() < 0.6 THEN now() END, at FROM told
      )
      INSERT INTO notification_actors (notification_id, actor_id) SELECT id, actor FROM told`,
  },
];

const counters: Step[] = [
  {
    name: 'counts',
    sql: `INSERT INTO member_counters (user_id, posts, followers, followings, total_notifications, unread_notifications)
      SELECT m.id, coalesce(p.count, 0), coalesce(f.count, 0), coalesce(g.count, 0), coalesce(t.count, 0), coalesce(t.unread, 0)
      FROM bench_members m
      LEFT JOIN (SELECT user_id, count(*) FROM posts GROUP BY 1) p ON p.user_id = m.id
      LEFT JOIN (SELECT followed_id, count(*) FROM follows GROUP BY 1) f ON f.followed_id = m.id
      LEFT JOIN (SELECT follower_id, count(*) FROM follows GROUP BY 1) g ON g.follower_id = m.id
      LEFT JOIN (SELECT user_id, count(*), count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notifications GROUP BY 1) t
        ON t.user_id = m.id`,
  },
  {
    name: 'search',
    sql: `SELECT refresh_member_search(array_agg(id)) FROM bench_members GROUP BY n / 20000`,
  },
  {
    name: 'counts',
    sql: `UPDATE hashtags h SET posts_count = c.count FROM (SELECT hashtag_id, count(*) FROM post_hashtags GROUP BY 1) c
      WHERE c.hashtag_id = h.id`,
  },
];

/** Statements in the order in which they have to run, each under the name of what it makes. */
export const growthSteps = (sizes: Sizes): Step[] => [
  ...members(sizes),
  ...posts(sizes),
  ...ties(sizes),
  ...talks(sizes),
  ...notifications,
  ...counters,
];
