import { DAY_MS, HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { createBulk } from '../bulk.ts';
import { afterApplication, conversations, type Line } from '../content/conversations.ts';
import { craftAt, slotsOf } from '../content/crafts.ts';
import { fillTemplate } from '../content/grammar.ts';
import { DEMO_INDEX } from '../content/names.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import { FIRST_APPLICANT } from './hiring.ts';
import type { Members } from './members.ts';
import type { Posts } from './posts.ts';

/** A planned conversation. `a` writes first. `reader` has not read the last `unread` lines, which the other wrote. */
type Talk = {
  a: number;
  b: number;
  lines: readonly Line[];
  /** How long ago the last line was written, in ms. */
  endedAgo: number;
  reader: number;
  unread: number;
  /** True if the demo member has pinned it. */
  pinned?: boolean;
  jobId?: string;
};

const JOB_APPLIED = 'JOBAPPLIED';
/** The number of connections with whom the demo member talks. The next connection is the applicant. */
const DEMO_TALKS = FIRST_APPLICANT;
/** The number of conversations that are unread and wait for the demo member's reply. They come first. */
const WAITING = 3;
const PINNED = new Set([1, 4, 7]);

function demoTalk(random: Random, friend: number, number: number): Talk {
  const lines = conversations[number % conversations.length] ?? [];
  // In conversations that wait for a reply, the other member wrote the last line.
  const waiting = number < WAITING;
  const lastByA = lines.at(-1)?.[0] === 'a';
  const demoIsA = waiting ? !lastByA : random.chance(0.5);
  const [a, b] = demoIsA ? [DEMO_INDEX, friend] : [friend, DEMO_INDEX];
  const endedAgo = waiting ? (number * 2 + 0.4) * HOUR_MS : (number * 0.9 + random.next()) * DAY_MS;
  const unread = waiting ? countTrailing(lines) : 0;
  return { a, b, lines, endedAgo, reader: DEMO_INDEX, unread, pinned: PINNED.has(number) };
}

/** Returns the number of lines at the end that the same member wrote. */
function countTrailing(lines: readonly Line[]): number {
  const last = lines.at(-1)?.[0];
  const lastByOther = lines.findLastIndex(([who]) => who !== last);
  return lines.length - 1 - lastByOther;
}

function drawTalks(plan: Plan, random: Random, posts: Posts, friends: readonly number[]): Talk[] {
  const talks = new Map<string, Talk>();
  const add = (talk: Talk) => {
    const key = [Math.min(talk.a, talk.b), Math.max(talk.a, talk.b)].join('-');
    if (talk.a !== talk.b && !talks.has(key)) talks.set(key, talk);
  };
  const job = posts.ids.findLast((_id, index) => posts.authors[index] === DEMO_INDEX && posts.topics[index] === 'job');
  const jobAge = plan.now.getTime() - (posts.times[posts.ids.indexOf(job ?? '')] ?? 0);
  friends.slice(0, DEMO_TALKS).forEach((friend, number) => add(demoTalk(random, friend, number)));
  const applicant = friends[DEMO_TALKS];
  if (job !== undefined && applicant !== undefined) {
    const [firstLine] = afterApplication;
    const lines = firstLine ? [firstLine] : [];
    const endedAgo = Math.min(5 * HOUR_MS, jobAge * 0.5);
    add({ a: applicant, b: DEMO_INDEX, lines, endedAgo, reader: DEMO_INDEX, unread: 2, jobId: job });
  }
  for (let number = 0; number < plan.conversations; number++) {
    const [a, b] = [random.skewed(plan.members, 1.3), random.skewed(plan.members, 1.3)];
    if (a === DEMO_INDEX || b === DEMO_INDEX) continue;
    const lines = random.pick(conversations);
    const reader = lines.at(-1)?.[0] === 'a' ? b : a;
    const unread = random.chance(0.3) ? countTrailing(lines) : 0;
    add({ a, b, lines, endedAgo: random.next() ** 2 * plan.days * DAY_MS + 4 * MINUTE_MS, reader, unread });
  }
  return [...talks.values()];
}

const stamp = 'timestamptz';

function createSink(db: Db) {
  const conversations = createBulk(db, 'conversations', {
    id: 'uuid',
    member_a: 'uuid',
    member_b: 'uuid',
    last_seq: 'integer',
    last_message_at: stamp,
    created_at: stamp,
  });
  const sides = createBulk(
    db,
    'conversation_members',
    {
      conversation_id: 'uuid',
      user_id: 'uuid',
      other_user_id: 'uuid',
      pinned: 'boolean',
      read_seq: 'integer',
      delivered_seq: 'integer',
      unread_count: 'integer',
      last_message_at: stamp,
    },
    { after: conversations },
  );
  const messages = createBulk(
    db,
    'messages',
    {
      id: 'uuid',
      conversation_id: 'uuid',
      seq: 'integer',
      sender_id: 'uuid',
      content: 'text',
      post_id: 'uuid',
      created_at: stamp,
    },
    { after: conversations },
  );
  return { conversations, sides, messages };
}

type NewMessage = { sender: number; content: string; postId: string | null };

function messagesOf(talk: Talk, members: Members, random: Random): NewMessage[] {
  const { a, b, lines, jobId } = talk;
  const names = { a: members.firstNames[a] ?? '', b: members.firstNames[b] ?? '' };
  const slots = { ...slotsOf(craftAt(members.crafts[b] ?? 0), random), ...names };
  const written = lines.map(([who, text]) => ({
    sender: who === 'a' ? a : b,
    content: fillTemplate(random, text, slots),
    postId: null,
  }));
  return jobId === undefined ? written : [{ sender: a, content: JOB_APPLIED, postId: jobId }, ...written];
}

async function writeTalk(
  plan: Plan,
  members: Members,
  random: Random,
  sink: ReturnType<typeof createSink>,
  talk: Talk,
) {
  const sent = messagesOf(talk, members, random);
  const ended = plan.now.getTime() - talk.endedAgo;
  const gaps = sent.map(() => random.between(1, 14) * MINUTE_MS);
  let time = ended - gaps.slice(1).reduce((sum, gap) => sum + gap, 0);
  const id = random.idAt(time);
  const [idA, idB] = [members.ids[talk.a] ?? '', members.ids[talk.b] ?? ''];
  const last = sent.length;
  const lastAt = new Date(ended);
  await sink.conversations.add(id, idA < idB ? idA : idB, idA < idB ? idB : idA, last, lastAt, new Date(time));
  for (const [member, userId, otherId] of [
    [talk.a, idA, idB],
    [talk.b, idB, idA],
  ] as const) {
    const unread = member === talk.reader ? talk.unread : 0;
    const pinned = member === DEMO_INDEX && talk.pinned === true;
    await sink.sides.add(id, userId, otherId, pinned, last - unread, last, unread, lastAt);
  }
  for (const [index, { sender, content, postId }] of sent.entries()) {
    if (index > 0) time += gaps[index] ?? 0;
    await sink.messages.add(
      random.idAt(time),
      id,
      index + 1,
      members.ids[sender] ?? '',
      content,
      postId,
      new Date(time),
    );
  }
}

/** Writes conversations with their messages. Three of the demo member's conversations and an application are unread. */
export async function writeMessages(
  db: Db,
  plan: Plan,
  world: { members: Members; posts: Posts; demoFriends: readonly number[] },
): Promise<void> {
  const random = createRandom(`${plan.seed}/messages`);
  const sink = createSink(db);
  for (const talk of drawTalks(plan, random, world.posts, world.demoFriends))
    await writeTalk(plan, world.members, random, sink, talk);
  await sink.conversations.flush();
  await sink.sides.flush();
  await sink.messages.flush();
}
