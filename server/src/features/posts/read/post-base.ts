import type { PostType } from '@afterhours/contract/posts';

/** The part of a post that is the same for everyone, as serialized JSON. */
export type PostBase = {
  id: string;
  authorId: string;
  postType: PostType;
  /** The link as its author sees it. */
  link: string | null;
  /** JSON of the fields that are the same for everyone, without the closing brace. */
  text: Buffer;
  /** The same for its first comments. */
  comments: { id: string; text: Buffer }[];
  /** The full post for members without viewer state on it, who are nearly all viewers. */
  plain: Buffer;
};
