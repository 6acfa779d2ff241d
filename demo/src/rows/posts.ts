import { DAY_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { extractHashtags, hashtagSlug } from '@afterhours/contract/posts/hashtags';
import type { PostType } from '@afterhours/contract/posts/posts';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { type Bulk, createBulk } from '../bulk.ts';
import type { Topic } from '../content/comments.ts';
import { craftAt } from '../content/crafts.ts';
import { DEMO_INDEX } from '../content/names.ts';
import { type PostText, writePost } from '../content/post-texts.ts';
import { atHourIn } from '../content/time-zones.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { Members } from './members.ts';
import { createUploadRows } from './uploads.ts';

/** The posts, by column, oldest first. */
export type Posts = { ids: string[]; authors: Uint32Array; times: Float64Array; topics: Topic[] };

const postColumns = {
  id: 'uuid',
  user_id: 'uuid',
  post_type: 'text',
  title: 'text',
  description: 'text',
  opening: 'text',
  salary: 'text',
  link: 'text',
  starts_at: 'timestamptz',
  hashtags: 'text[]',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

const attachmentColumns = {
  id: 'uuid',
  post_id: 'uuid',
  upload_id: 'uuid',
  position: 'integer',
  folder: 'text',
  filename: 'text',
  width: 'integer',
  height: 'integer',
  placeholder: 'text',
  alt: 'text',
};

const MAX_TEXT_TRIES = 60;

/** Draws the times of posts, oldest first. Recent ones are frequent: of sixty days, one post in seven is a day old. */
function drawTimes(plan: Plan, random: Random): Float64Array {
  const times = new Float64Array(plan.posts);
  for (let index = 0; index < times.length; index++) {
    const age = random.next() ** 2.2 * plan.days * DAY_MS + random.between(2, 20) * MINUTE_MS;
    times[index] = plan.now.getTime() - Math.floor(age);
  }
  return times.sort();
}

function drawType(random: Random): PostType {
  const draw = random.next();
  if (draw < 0.7) return 'general';
  return draw < 0.86 ? 'job' : 'webinar';
}

/** Returns a function that writes texts. If they have to be distinct, it tries again until one is new. */
function createTexts(plan: Plan, random: Random) {
  const used = new Set<string>();
  return (craftIndex: number, type: PostType): PostText => {
    for (let tries = 0; ; tries++) {
      const text = writePost(random, craftAt(craftIndex), type);
      if (!plan.distinctTexts) return text;
      // Different hashtags and asides at the end do not make a text new.
      const core = text.description.slice(0, 60);
      // The titles of webinars have to differ, because lists show them.
      const title = type === 'webinar' ? (text.title ?? '') : '';
      const givesUp = tries >= MAX_TEXT_TRIES && (!used.has(title) || tries >= 4 * MAX_TEXT_TRIES);
      if (givesUp || !(used.has(core) || used.has(title))) {
        used.add(core);
        if (title) used.add(title);
        return text;
      }
    }
  };
}

/** Collects the hashtags of all posts, and writes them with their posts. */
function createTags(db: Db, plan: Plan, random: Random) {
  const tags = new Map<string, { id: string; title: string }>();
  const postsBySlug: [slug: string, postId: string][] = [];
  return {
    add(postId: string, titles: readonly string[]) {
      for (const title of titles) {
        const slug = hashtagSlug(title);
        if (!tags.has(slug)) tags.set(slug, { id: random.idAt(plan.now.getTime() - plan.days * DAY_MS), title });
        postsBySlug.push([slug, postId]);
      }
    },
    async flush() {
      const rows = createBulk(
        db,
        'hashtags',
        { id: 'uuid', title: 'text', slug: 'text' },
        { onConflict: '(slug) DO NOTHING' },
      );
      for (const [slug, { id, title }] of tags) await rows.add(id, title, slug);
      await rows.flush();
      const stored = await db
        .selectFrom('hashtags')
        .select(['id', 'slug'])
        .where('slug', 'in', [...tags.keys()])
        .execute();
      const ids = new Map(stored.map((row) => [row.slug, row.id]));
      const links = createBulk(db, 'post_hashtags', { hashtag_id: 'uuid', post_id: 'uuid' });
      for (const [slug, postId] of postsBySlug) await links.add(ids.get(slug) ?? null, postId);
      await links.flush();
    },
  };
}

const pictureCounts = [1, 1, 1, 1, 1, 2, 2, 3, 4];
/** The share of posts with pictures. */
const pictureShare: Record<PostType, number> = { general: 0.37, job: 0, webinar: 0.5 };

type Sink = { uploads: ReturnType<typeof createUploadRows>; attachments: Bulk };
type Target = { postId: string; ownerId: string; time: number; craftIndex: number; type: PostType };

async function attachPictures({ pictures }: Plan, random: Random, sink: Sink, target: Target): Promise<void> {
  if (!pictures || !random.chance(pictureShare[target.type])) return;
  const count = target.type === 'webinar' ? 1 : random.pick(pictureCounts);
  for (let position = 0; position < count; position++) {
    const name = target.type === 'webinar' ? 'poster' : random.pick(craftAt(target.craftIndex).scenes);
    const image = pictures.scene(name);
    const folder = pictures.folders.post;
    const uploadId = await sink.uploads.add(target.ownerId, folder, image, target.time);
    const { filename, width, height, placeholder, alt } = image;
    const id = random.idAt(target.time);
    await sink.attachments.add(
      id,
      target.postId,
      uploadId,
      position,
      folder,
      filename,
      width,
      height,
      placeholder,
      alt,
    );
  }
}

/** The demo member's posts, by position from the newest, so that there is one of each type. */
const demoTypes: Record<number, PostType> = { 12: 'job', 25: 'webinar', 40: 'general', 3: 'general', 60: 'job' };

/** Writes the posts with hashtags and pictures, and returns them. */
export async function writePosts(db: Db, plan: Plan, members: Members): Promise<Posts> {
  const random = createRandom(`${plan.seed}/posts`);
  const times = drawTimes(plan, random);
  const posts: Posts = { ids: [], authors: new Uint32Array(plan.posts), times, topics: [] };
  const rows = createBulk(db, 'posts', postColumns);
  const tags = createTags(db, plan, random);
  const nextText = createTexts(plan, random);
  const targets: Target[] = [];
  for (const [index, time] of times.entries()) {
    const demoType = demoTypes[plan.posts - index];
    const author = demoType ? DEMO_INDEX : random.skewed(plan.members, 1.5);
    const craftIndex = members.crafts[author] ?? 0;
    const ownerId = members.ids[author] ?? '';
    const text = nextText(craftIndex, demoType ?? drawType(random));
    const postId = random.idAt(time);
    const hashtags = extractHashtags(text.title, text.description);
    const startsAt = text.begins && startOf(text.begins, plan.now, members.lives[author]?.country ?? '');
    const { type, title, description, opening, salary, link } = text;
    const when = new Date(time);
    await rows.add(postId, ownerId, type, title, description, opening, salary, link, startsAt, hashtags, when, when);
    tags.add(postId, hashtags);
    posts.ids.push(postId);
    posts.authors[index] = author;
    posts.topics.push(text.topic);
    if (plan.pictures) targets.push({ postId, ownerId, time, craftIndex, type });
  }
  await rows.flush();
  await tags.flush();
  const uploads = createUploadRows(db, random);
  const sink = { uploads, attachments: createBulk(db, 'post_attachments', attachmentColumns, { after: uploads }) };
  for (const target of targets) await attachPictures(plan, random, sink, target);
  await sink.uploads.flush();
  await sink.attachments.flush();
  return posts;
}

const startOf = ({ inDays, hour }: NonNullable<PostText['begins']>, now: Date, country: string): Date =>
  atHourIn(country, new Date(now.getTime() + inDays * DAY_MS), hour);
