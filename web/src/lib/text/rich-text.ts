import { parseRichText } from '@afterhours/contract/posts/rich-text';

/** Returns the distinct hashtags of a text in lower case and in order. */
export function findHashtags(text: string): string[] {
  const tags = parseRichText(text).flatMap((piece) => (piece.kind === 'hashtag' ? [piece.target] : []));
  return [...new Set(tags)];
}
