/** Decides which posts a viewer has muted: by author, by tag, or by a word in their text. */
import { hashtagSlug } from '@afterhours/contract/posts/hashtags';
import { foldText, foldWord } from '#access/muted-words.ts';
import type { Muted } from '#access/mutes.ts';
import type { PostBase } from './post-base.ts';

type Texts = { title: string | null; description: string; hashtags: string[] };

/** Returns a predicate: true if these mutes keep another member's post out of a feed. */
export function createMutedTest(muted: readonly Muted[]): (post: PostBase) => boolean {
  const valuesOf = (kind: Muted[0]) => muted.flatMap(([one, value]) => (one === kind ? [value] : []));
  const [members, tags] = [new Set(valuesOf('member')), new Set(valuesOf('tag'))];
  const words = valuesOf('word').map(foldWord);
  return ({ authorId, jsonStart }) => {
    if (members.has(authorId)) return true;
    if (tags.size === 0 && words.length === 0) return false;
    const { title, description, hashtags } = JSON.parse(`${jsonStart}}`) as Texts;
    if (hashtags.some((tag) => tags.has(hashtagSlug(tag)))) return true;
    const text = words.length > 0 ? foldText([title, description, ...hashtags].join('\n')) : '';
    return words.some((word) => text.includes(word));
  };
}
