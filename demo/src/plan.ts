/** The size of a community, and what its rows depend on: time, pictures and the demo member. */
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { SceneName } from './content/craft.ts';

export type Picture = {
  filename: string;
  width: number;
  height: number;
  placeholder: string;
  bytes: number;
  alt: string;
};

/** Returns pictures for rows. The files of each exist, under a name of their own, once the rows are committed. */
export type Pictures = {
  portrait(gender: 'female' | 'male'): Picture;
  cover(): Picture;
  scene(name: SceneName): Picture;
  readonly folders: { users: ImageFolder; post: ImageFolder };
};

export type Plan = {
  /** The same seed and time create the same community. */
  seed: string;
  now: Date;
  members: number;
  posts: number;
  /** This and the next three are means: a few have far more, and most have fewer. */
  likesPerPost: number;
  commentsPerPost: number;
  followsPerMember: number;
  connectionsPerMember: number;
  conversations: number;
  /** The number of days over which posts are spread, with more on the last days. */
  days: number;
  /** The number of last days whose actions have notifications. */
  notificationDays: number;
  /** True if no two posts may have the same text. Only for small communities. */
  distinctTexts: boolean;
  /** True to set the counts once at the end instead of row by row, which is faster from about ten thousand rows. */
  countAtEnd: boolean;
  /** The only member who can sign in. */
  demoMember: { email: string; passwordHash: string };
  pictures: Pictures | null;
};

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
