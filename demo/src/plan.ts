/** The size of a community, and what its rows need from outside. */
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { SceneName } from './content/craft.ts';

export type Placed = {
  filename: string;
  width: number;
  height: number;
  placeholder: string;
  bytes: number;
  alt: string;
};

/** Returns pictures; the files of each exist under its own name by the time the rows are committed. */
export type Pictures = {
  portrait(gender: 'female' | 'male'): Placed;
  cover(): Placed;
  scene(name: SceneName): Placed;
  readonly folders: { users: ImageFolder; post: ImageFolder };
};

export type Plan = {
  /** The same seed and time make the same community. */
  seed: string;
  now: Date;
  members: number;
  posts: number;
  /** Means: some have far more, most have fewer. */
  likesPerPost: number;
  commentsPerPost: number;
  followsPerMember: number;
  connectionsPerMember: number;
  conversations: number;
  /** Posts are spread over this many days, more of them lately. */
  days: number;
  /** Events of this many last days have notifications. */
  notificationDays: number;
  /** Whether no two posts may have the same text; for small communities. */
  distinctTexts: boolean;
  /** Sets the counts once at the end instead of row by row; faster from some ten thousand rows on. */
  countAtEnd: boolean;
  /** The member for signing in; the others cannot sign in. */
  demoMember: { email: string; passwordHash: string };
  pictures: Pictures | null;
};

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The demo community; the caller provides pictures, time and the demo member's password. */
export const demoSize = {
  seed: 'afterhours',
  members: 60,
  posts: 300,
  likesPerPost: 9,
  commentsPerPost: 2.6,
  followsPerMember: 11,
  connectionsPerMember: 7,
  conversations: 70,
  days: 60,
  notificationDays: 21,
  distinctTexts: true,
  countAtEnd: false,
} satisfies Partial<Plan>;
