/** The hashtags that filter the feed, as a comma-separated list in the address, compared without case. */
import { MAX_HASHTAG_FILTERS } from '@afterhours/contract/constants/feed';

const plain = (tag: string): string => tag.trim().replace(/^#/, '');
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((each) => same(each, tag));

/** Parses a comma-separated list into distinct tags, at most as many as the server accepts. */
export function parseTags(list: string): string[] {
  const tags: string[] = [];
  for (const tag of list.split(',').map(plain)) if (tag && !hasTag(tags, tag)) tags.push(tag);
  return tags.slice(0, MAX_HASHTAG_FILTERS);
}

/** Returns the comma-separated list with the tag added, or removed if it was there. */
export function toggleTag(tags: readonly string[], tag: string): string {
  return (hasTag(tags, tag) ? tags.filter((each) => !same(each, tag)) : [...tags, tag]).join(',');
}
