import type { PostType } from '@afterhours/contract/posts';

/** What a post is to everybody, as text that is ready to be sent. */
export type PostBase = {
  id: string;
  authorId: string;
  postType: PostType;
  /** The link as its author sees it. */
  link: string | null;
  /** JSON of the fields that are the same for everybody, without the closing brace. */
  text: Buffer;
  /** The same of its first comments. */
  comments: { id: string; text: Buffer }[];
  /** The whole post as members see it who have nothing to do with it: nearly all. */
  plain: Buffer;
};
