/** How large a community is to be, and what its rows need from outside. */
import type { ImageFolder } from '@afterhours/contract/uploads';
import type { SceneName } from './content/craft.ts';

export type Placed = {
  filename: string;
  width: number;
  height: number;
  placeholder: string;
  bytes: number;
  alt: string;
};

/** Hands out pictures; each that it hands out has files under its own name by the time the rows are committed. */
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
  /** Posts are spread over so many days, more of them lately. */
  days: number;
  /** What happened in the last days is told to whom it concerns. */
  notificationDays: number;
  /** Whether no two posts may read alike; for small communities. */
  distinctTexts: boolean;
  /** Sets the counts once at the end instead of row by row; pays from some ten thousand rows on. */
  countAtEnd: boolean;
  /** The member one signs in as; the others cannot sign in. */
  demoMember: { email: string; passwordHash: string };
  pictures: Pictures | null;
};

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The demo community; pictures, time and the demo member's password come from who fills it. */
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
