/** Compares what was acknowledged with what exists: in the database, and in the answers to members. */
import type { DatabasePool } from '../server/src/db/connection/pool.ts';
import type { Checks } from './checks.ts';
import type { Caller } from './scene/calls.ts';
import type { History, Kind, Made, Wish } from './scene/history.ts';
import type { Member } from './scene/members.ts';
import type { Tab } from './scene/tabs.ts';

type Found = { id: string; word: string };

type Difference = { lost: string[]; doubled: string[]; invented: string[] };

/** Compares the stored texts with the acknowledged ones. */
export function compareMade(made: readonly Made[], found: readonly Found[]): Difference {
  const sent = new Map(made.map((one) => [one.word, one]));
  const there = new Map<string, string[]>();
  for (const { id, word } of found) there.set(word, [...(there.get(word) ?? []), id]);
  return {
    lost: made
      .filter((one) => one.acknowledged && !there.get(one.word)?.includes(one.acknowledged))
      .map((one) => one.word),
    doubled: [...there].filter(([, ids]) => ids.length > 1).map(([word]) => word),
    invented: [...there.keys()].filter((word) => !sent.has(word)),
  };
}

/** Compares the stored pairs with the last change of each; one without an answer may have either state. */
export function compareWishes(wishes: Iterable<Wish>, pairs: ReadonlySet<string>): Difference {
  const known = new Map([...wishes].map((wish) => [`${wish.by} ${wish.on}`, wish]));
  const sure = [...known].filter(([, wish]) => wish.sure);
  return {
    lost: sure.filter(([key, wish]) => wish.wanted && !pairs.has(key)).map(([key]) => key),
    doubled: [],
    invented: [
      ...sure.filter(([key, wish]) => !wish.wanted && pairs.has(key)).map(([key]) => key),
      ...[...pairs].filter((key) => !known.has(key)),
    ],
  };
}

type Row = { kind: string; sent: number; acknowledged: number; found: number } & Difference;

function describe({ kind, sent, acknowledged, found, lost, doubled, invented }: Row): string {
  const counts = `sent ${sent}, acknowledged ${acknowledged}, found ${found}`;
  return `${kind.padEnd(9)} ${counts}, lost ${lost.length}, doubled ${doubled.length}, invented ${invented.length}`;
}

const faultsOf = ({ lost, doubled, invented }: Difference): string[] => [
  ...lost.map((what) => `lost: ${what}`),
  ...doubled.map((what) => `doubled: ${what}`),
  ...invented.map((what) => `invented: ${what}`),
];

const made: Record<'posts' | 'comments' | 'messages', string> = {
  posts: 'SELECT id, description AS word FROM posts',
  comments: 'SELECT id, comment AS word FROM comments',
  messages: 'SELECT id, content AS word FROM messages',
};
const pairs: Record<'likes' | 'follows', string> = {
  likes: "SELECT user_id || ' ' || post_id AS pair FROM post_likes",
  follows: "SELECT follower_id || ' ' || followed_id AS pair FROM follows",
};

/** Compares the counters that triggers maintain with a count of the rows. */
const counters: Record<string, string> = {
  likes: 'SELECT id FROM posts p WHERE likes_count <> (SELECT count(*) FROM post_likes l WHERE l.post_id = p.id)',
  comments: 'SELECT id FROM posts p WHERE comments_count <> (SELECT count(*) FROM comments c WHERE c.post_id = p.id)',
  follows: `
    SELECT user_id AS id FROM member_counters m
    WHERE followers <> (SELECT count(*) FROM follows f WHERE f.followed_id = m.user_id)
       OR followings <> (SELECT count(*) FROM follows f WHERE f.follower_id = m.user_id)`,
  posts:
    'SELECT user_id AS id FROM member_counters m WHERE posts <> (SELECT count(*) FROM posts p WHERE p.user_id = ' +
    'm.user_id)',
};

export async function checkWrites(
  checks: Checks,
  history: History,
  primary: DatabasePool['pool'],
  say: (line: string) => void,
) {
  async function report(kind: Kind, found: number, difference: Difference): Promise<void> {
    const row = { kind, sent: history.tries[kind], acknowledged: history.acknowledged[kind], found, ...difference };
    say(describe(row));
    checks.wrong(`${kind}: nothing acknowledged is lost, nothing is there twice, nothing was invented`, faultsOf(row));
  }
  for (const kind of ['posts', 'comments', 'messages'] as const) {
    const { rows } = await primary.query<Found>(made[kind]);
    await report(kind, rows.length, compareMade(history[kind], rows));
  }
  for (const kind of ['likes', 'follows'] as const) {
    const { rows } = await primary.query<{ pair: string }>(pairs[kind]);
    await report(kind, rows.length, compareWishes(history[kind].values(), new Set(rows.map(({ pair }) => pair))));
  }
  for (const [name, statement] of Object.entries(counters)) {
    const { rows } = await primary.query<{ id: string }>(statement);
    checks.wrong(
      `the counts of ${name} are exact`,
      rows.map(({ id }) => id),
    );
  }
}

export async function checkFiles(checks: Checks, history: History, origins: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const [index, { url }] of history.files.entries()) {
    const origin = origins[index % origins.length] ?? '';
    const response = await fetch(new URL(url, origin));
    const bytes = await response.arrayBuffer();
    const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
    if (response.status !== 200 || !isPicture || bytes.byteLength === 0) faults.push(`${response.status} for ${url}`);
  }
  checks.wrong('every file that was taken can be read', faults, `${history.files.length} files`);
}

type Chat = { members: readonly [Member, Member]; tabs: readonly [Tab, Tab] };

/** Both sides of each chat have the same messages in the same order, and each sender's in the order of sending. */
export async function checkChats(checks: Checks, history: History, chats: readonly Chat[]): Promise<void> {
  const [order, own, complete]: [string[], string[], string[]] = [[], [], []];
  for (const { members, tabs } of chats) {
    await Promise.all(tabs.map((tab) => tab.catchUp()));
    const [one, other] = tabs.map((tab) => tab.seen.map(({ seq, id }) => `${seq} ${id}`).join('\n'));
    if (one !== other) order.push(`${members[0].email} and ${members[1].email} see different chats`);
    const places = new Map(tabs[0].seen.map(({ id, seq }) => [id, seq]));
    for (const member of members) {
      const sent = history.messages.filter(({ by, acknowledged }) => by === member.id && acknowledged);
      const seqs = sent.map(({ acknowledged }) => places.get(acknowledged ?? '') ?? 0);
      if (seqs.includes(0)) complete.push(`${member.email}: a message is in no tab`);
      if (seqs.some((seq, index) => seq <= (seqs[index - 1] ?? 0))) own.push(`${member.email}: out of order`);
    }
    if (tabs[0].seen.some(({ seq }, index) => seq !== index + 1)) order.push(`${members[0].email}: a gap in the order`);
  }
  checks.wrong('both members of every chat hold it in one order, without gaps', order);
  checks.wrong('messages of one member are in the order in which they were sent', own);
  checks.wrong('every acknowledged message is in the tabs that were open all the time', complete);
}

/** Every kind of read still returns what the database has, through the balancer. */
export async function checkReads(checks: Checks, history: History, caller: Caller, member: Member): Promise<void> {
  const faults: string[] = [];
  const { token, address } = member;
  for (const { word, acknowledged } of history.posts.filter((post) => post.acknowledged).slice(-30)) {
    const answer = await caller.call(`/post/${acknowledged ?? ''}`, { token, address });
    if ((answer.body as { description?: string } | null)?.description !== word)
      faults.push(`${answer.status} for ${word}`);
  }
  checks.wrong('posts are answered as they were written', faults);
}
