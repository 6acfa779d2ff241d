/** The hashtags that filter the feed, as the address holds them: a comma list, compared without regard to case. */
import { MAX_HASHTAG_FILTERS } from '@afterhours/contract/constants/feed';

const plain = (tag: string): string => tag.trim().replace(/^#/, '');
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((each) => same(each, tag));

/** The tags of a comma list, each once, as many as the server takes. */
export function parseTags(list: string): string[] {
  const tags: string[] = [];
  for (const tag of list.split(',').map(plain)) if (tag && !hasTag(tags, tag)) tags.push(tag);
  return tags.slice(0, MAX_HASHTAG_FILTERS);
}

/** The comma list with a tag added, or without it. */
export function toggleTag(tags: readonly string[], tag: string): string {
  return (hasTag(tags, tag) ? tags.filter((each) => !same(each, tag)) : [...tags, tag]).join(',');
}
