/** A list of posts in the three feed formats. Atom takes texts as `{ value }`, and drops plain strings. */
import type { Post } from '@afterhours/contract/posts/posts';
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { fullName } from '#features/people/views.ts';
import { cardMarkup, textMarkup, titleOf } from '#features/posts/loaders.ts';
import { type FeedFormat, feedTypes } from '#http/pages/feed-links.ts';

export type Feed = {
  title: string;
  /** The paths of the page that shows the same posts, and of the feed itself. */
  page: string;
  path: string;
  posts: readonly Post[];
  publicUrl: string;
};

type Entry = {
  post: Post;
  url: string;
  title: string;
  content: string;
  author: { name: string; url: string };
  published: Date;
  updated: Date;
};

function toEntry(post: Post, publicUrl: string): Entry {
  return {
    post,
    url: `${publicUrl}/p/${post._id}`,
    title: titleOf(post),
    // Only this app's own links begin like this: quotes in members' texts are escaped.
    content:
      textMarkup(post.description, post.mentions).text.replaceAll('href="/', `href="${publicUrl}/`) +
      cardMarkup(post.card).text,
    author: { name: fullName(post.user), url: `${publicUrl}/@${post.user.username}` },
    published: new Date(post.createdAt),
    updated: new Date(post.updatedAt),
  };
}

/** The time of the latest change to the posts; the epoch if there are none, so that an empty feed stays the same. */
const lastChange = (entries: readonly Entry[]): Date =>
  new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime())));

function writeRss({ title, page, path, publicUrl }: Feed, entries: readonly Entry[]): string {
  return generateRssFeed({
    title,
    link: publicUrl + page,
    description: title,
    lastBuildDate: lastChange(entries),
    atom: { links: [{ href: publicUrl + path, rel: 'self', type: feedTypes.rss }] },
    items: entries.map(({ post, url, title: name, content, author, published }) => ({
      title: name,
      link: url,
      guid: { value: url, isPermaLink: true },
      pubDate: published,
      description: content,
      dc: { creators: [author.name] },
      categories: post.hashtags.map((tag) => ({ name: tag })),
    })),
  });
}

function writeAtom({ title, page, path, publicUrl }: Feed, entries: readonly Entry[]): string {
  return generateAtomFeed({
    id: publicUrl + path,
    title: { value: title },
    updated: lastChange(entries),
    links: [
      { href: publicUrl + path, rel: 'self', type: feedTypes.atom },
      { href: publicUrl + page, rel: 'alternate', type: 'text/html' },
    ],
    entries: entries.map(({ post, url, title: name, content, author, published, updated }) => ({
      id: url,
      title: { value: name },
      links: [{ href: url, rel: 'alternate', type: 'text/html' }],
      authors: [{ name: author.name, uri: author.url }],
      published,
      updated,
      categories: post.hashtags.map((term) => ({ term })),
      content: { value: content, type: 'html' },
    })),
  });
}

function writeJsonFeed({ title, page, path, publicUrl }: Feed, entries: readonly Entry[]): string {
  return JSON.stringify(
    generateJsonFeed({
      title,
      home_page_url: publicUrl + page,
      feed_url: publicUrl + path,
      items: entries.map(({ post, url, title: name, content, author, published, updated }) => ({
        id: url,
        url,
        title: name,
        content_html: content,
        date_published: published,
        date_modified: updated,
        authors: [author],
        tags: post.hashtags,
      })),
    }),
  );
}

/**
 * Members may write any Unicode character. XML excludes these two noncharacters, and readers reject a feed with them.
 */
const NOT_XML = /[\ufffe\uffff]/g;

const writers = { rss: writeRss, atom: writeAtom, json: writeJsonFeed };

export const writeFeed = (feed: Feed, format: FeedFormat): string =>
  writers[format](
    feed,
    feed.posts.map((post) => toEntry(post, feed.publicUrl)),
  ).replaceAll(NOT_XML, '');
