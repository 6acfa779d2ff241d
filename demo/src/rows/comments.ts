import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { type Bulk, createBulk } from '../bulk.ts';
import { authorReplies, commentTemplates, otherReplies, type Topic } from '../content/comments.ts';
import { craftAt, slotsOf } from '../content/crafts.ts';
import { fillTemplate } from '../content/grammar.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { Members } from './members.ts';
import type { Posts } from './posts.ts';
import { attention, soonAfter } from './reactions.ts';

type Thread = { postId: string; author: number; time: number; topic: Topic };
type Context = { plan: Plan; members: Members; random: Random };
type Sink = { comments: Bulk; likes: Bulk };
type Comment = { parentId: string | null; member: number; text: string; time: number };

/** The share of comments with replies. */
const REPLIED = 0.38;
const LIKES_PER_COMMENT = 0.8;

async function writeComment(context: Context, sink: Sink, postId: string, comment: Comment): Promise<string> {
  const { plan, members, random } = context;
  const id = random.idAt(comment.time);
  const when = new Date(comment.time);
  await sink.comments.add(id, postId, members.ids[comment.member] ?? '', comment.parentId, comment.text, when, when);
  for (const member of random.sample(plan.members, random.count(LIKES_PER_COMMENT), 1.25)) {
    if (member === comment.member) continue;
    await sink.likes.add(id, members.ids[member] ?? '', new Date(soonAfter(plan, comment.time, random.next())));
  }
  return id;
}

async function writeReplies(
  context: Context,
  sink: Sink,
  thread: Thread,
  parent: { id: string; member: number; time: number },
): Promise<void> {
  const { plan, members, random } = context;
  let { time } = parent;
  for (let left = random.pick([1, 1, 1, 2, 2, 3]); left > 0; left--) {
    const byAuthor = parent.member !== thread.author && left % 2 === 1;
    const member = byAuthor ? thread.author : random.skewed(plan.members, 1.3);
    if (member === parent.member && left > 1) continue;
    time = soonAfter(plan, time, random.next());
    const slots = { name: members.firstNames[parent.member] ?? '', number: String(random.between(3, 40)) };
    const text = fillTemplate(random, random.pick(byAuthor ? authorReplies : otherReplies), slots);
    await writeComment(context, sink, thread.postId, { parentId: parent.id, member, text, time });
  }
}

async function writeThread(context: Context, sink: Sink, thread: Thread): Promise<void> {
  const { plan, members, random } = context;
  const count = random.count(plan.commentsPerPost * 0.72 * attention(plan, thread.time));
  const used = new Set<string>();
  for (let left = count; left > 0; left--) {
    const member = random.skewed(plan.members, 1.3);
    const template = random.pick(commentTemplates[thread.topic]);
    if (member === thread.author || used.has(template)) continue;
    used.add(template);
    const slots = {
      ...slotsOf(craftAt(members.crafts[thread.author] ?? 0), random),
      name: members.firstNames[thread.author] ?? '',
    };
    const time = soonAfter(plan, thread.time, random.next());
    const comment = { parentId: null, member, text: fillTemplate(random, template, slots), time };
    const id = await writeComment(context, sink, thread.postId, comment);
    if (random.chance(REPLIED)) await writeReplies(context, sink, thread, { id, member, time });
  }
}

const columns = {
  id: 'uuid',
  post_id: 'uuid',
  user_id: 'uuid',
  parent_id: 'uuid',
  comment: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};
const likeColumns = { comment_id: 'uuid', user_id: 'uuid', created_at: 'timestamptz' };

/** Writes comments that match their posts, replies to some of them, and likes of both. */
export async function writeComments(db: Db, plan: Plan, members: Members, posts: Posts): Promise<void> {
  const context: Context = { plan, members, random: createRandom(`${plan.seed}/comments`) };
  const comments = createBulk(db, 'comments', columns);
  const likes = createBulk(db, 'comment_likes', likeColumns, { after: comments });
  for (const [index, postId] of posts.ids.entries()) {
    const author = posts.authors[index] ?? 0;
    const thread = { postId, author, time: posts.times[index] ?? 0, topic: posts.topics[index] ?? 'story' };
    await writeThread(context, { comments, likes }, thread);
  }
  await comments.flush();
  await likes.flush();
}
