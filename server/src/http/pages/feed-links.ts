/** A list's feeds, as named by the head of its page and by the feeds themselves. */
const feedFormats = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** Returns a feed's path; `name` stands between `/feeds/` and the format: `all`, `@username` or `tags/tag`. */
export const feedPath = (name: string, format: FeedFormat): string => `/feeds/${name}.${format}`;

export const feedLinks = (name: string, title: string) =>
  feedFormats.map((format) => ({ type: feedTypes[format], title, path: feedPath(name, format) }));
