/**
 * The sources of suggestions. A source finds members by something in common, each at most once and at most
 * `FOUND_BY_SOURCE` of them, from an index: SQL over `me` (the viewer's row) that selects `id`, `shared` (how much is
 * in common) and `named` (the part that the reason names, or null). A member found by several sources is shown for the
 * first of a list. A new source needs an entry here, its reason, and its position in the lists.
 */
import type { ReasonParts } from '@afterhours/contract/people/people';
import { type RawBuilder, sql } from 'kysely';

const FOUND_BY_SOURCE = 200;
/** Only the viewer's newest relationships are used, so that having thousands of them does not make this slow. */
const OWN_RELATIONSHIPS = 50;
const THEIR_RELATIONSHIPS = 40;
const SAME_SKILL = 100;

type Suggested = { country: string | null; shared: number; named: string | null };

type Source = {
  /** `wanted` is SQL over `u`: whether that member may be suggested. */
  find(viewerId: string, wanted: RawBuilder<boolean>): RawBuilder<unknown>;
  reason(suggested: Suggested): ReasonParts | null;
};

const users = (condition: RawBuilder<unknown>, wanted: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  SELECT u.id, 0 AS shared, NULL::text AS named FROM users u WHERE ${condition} AND ${wanted}
  ORDER BY u.id DESC LIMIT ${FOUND_BY_SOURCE}`;

/** Members whom the viewer's followed members follow, those with the most paths first. */
const followedByFollowed = (viewerId: string, wanted: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  SELECT u.id, count(*)::integer AS shared, NULL::text AS named
  FROM (
    SELECT followed_id FROM follows WHERE follower_id = ${viewerId}::uuid
    ORDER BY id DESC LIMIT ${OWN_RELATIONSHIPS}
  ) mine
  CROSS JOIN LATERAL (
    SELECT f.followed_id FROM follows f WHERE f.follower_id = mine.followed_id
    ORDER BY f.id DESC LIMIT ${THEIR_RELATIONSHIPS}
  ) theirs
  JOIN users u ON u.id = theirs.followed_id WHERE ${wanted}
  GROUP BY u.id ORDER BY count(*) DESC, u.id DESC LIMIT ${FOUND_BY_SOURCE}`;

/** Connections of the viewer's connections, those with the most paths first. */
const connectionsOfConnections = (viewerId: string, wanted: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  SELECT u.id, count(*)::integer AS shared, NULL::text AS named
  FROM (
    SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid
    ORDER BY other_user_id DESC LIMIT ${OWN_RELATIONSHIPS}
  ) mine
  CROSS JOIN LATERAL (
    SELECT c.other_user_id FROM connections c WHERE c.user_id = mine.other_user_id
    ORDER BY c.other_user_id DESC LIMIT ${THEIR_RELATIONSHIPS}
  ) theirs
  JOIN users u ON u.id = theirs.other_user_id WHERE ${wanted}
  GROUP BY u.id ORDER BY count(*) DESC, u.id DESC LIMIT ${FOUND_BY_SOURCE}`;

/** Members with the same skills, most in common first. Only the newest members with each skill are considered. */
const sharedSkills = (viewerId: string, wanted: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  SELECT u.id, count(*)::integer AS shared, (array_agg(mine.title ORDER BY mine.id))[1] AS named
  FROM (
    SELECT id, title, slug FROM skills WHERE user_id = ${viewerId}::uuid ORDER BY id DESC LIMIT ${OWN_RELATIONSHIPS}
  ) mine
  CROSS JOIN LATERAL (
    SELECT s.user_id FROM skills s WHERE s.slug = mine.slug ORDER BY s.user_id DESC LIMIT ${SAME_SKILL}
  ) theirs
  JOIN users u ON u.id = theirs.user_id WHERE ${wanted}
  GROUP BY u.id ORDER BY count(*) DESC, u.id DESC LIMIT ${FOUND_BY_SOURCE}`;

/** Returns the reason for a member with nothing in common: their country. Their profession is shown beside it. */
const describeStranger = ({ country }: Suggested): ReasonParts | null =>
  country === null ? null : { kind: 'elsewhere', name: country, n: 0 };

export const sources = {
  profession: {
    find: (_viewerId, wanted) => users(sql`lower(u.profession) = (SELECT lower(me.profession) FROM me)`, wanted),
    reason: () => ({ kind: 'profession', name: null, n: 0 }),
  },
  similarProfession: {
    find: (_viewerId, wanted) => users(sql`u.profession_kind = (SELECT me.profession_kind FROM me)`, wanted),
    reason: () => ({ kind: 'similarProfession', name: null, n: 0 }),
  },
  skills: {
    find: sharedSkills,
    reason: ({ shared, named }) => ({ kind: 'skills', name: named, n: shared - 1 }),
  },
  follows: {
    find: followedByFollowed,
    reason: ({ shared }) => ({ kind: 'follows', name: null, n: shared }),
  },
  connections: {
    find: connectionsOfConnections,
    reason: ({ shared }) => ({ kind: 'connections', name: null, n: shared }),
  },
  country: {
    find: (_viewerId, wanted) => users(sql`u.country = (SELECT me.country FROM me)`, wanted),
    reason: ({ country }) => ({ kind: 'country', name: country, n: 0 }),
  },
  newest: {
    find: (_viewerId, wanted) => users(sql`TRUE`, wanted),
    reason: describeStranger,
  },
} satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;

/** The lists, each with its sources from the strongest reason to the weakest. */
export const lists = {
  recommended: ['profession', 'similarProfession', 'skills', 'follows'],
  colleagues: ['skills', 'connections', 'profession', 'similarProfession', 'follows', 'country', 'newest'],
} as const satisfies Record<string, readonly SourceName[]>;

export type ListName = keyof typeof lists;
