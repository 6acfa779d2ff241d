/** The newest public posts overall, of a member, or with a hashtag, as RSS, Atom and JSON Feed. */
import { defineMessages } from '@afterhours/contract/base/message';
import { pagingQuery } from '@afterhours/contract/base/paging';
import { postListQuery } from '@afterhours/contract/feed';
import { hashtagSlug } from '@afterhours/contract/posts/hashtags';
import { describeMissing } from '#access/gone-pages.ts';
import { listTag } from '#features/browse/loaders.ts';
import { listLatest, listNewestOf } from '#features/feed/loaders.ts';
import { fullName } from '#features/people/views.ts';
import { parseAllUncovered } from '#features/posts/loaders.ts';
import { findMemberForGuests } from '#features/profile/loaders.ts';
import type { DocumentResult } from '#http/pages/documents.ts';
import { type FeedFormat, feedPath, feedTypes } from '#http/pages/feed-links.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import type { Feed } from './feed-formats.ts';

const texts = defineMessages('syndication.feeds', {
  all: '{app}: new posts',
  tag: '{app}: #{tag}',
  member: '{app}: {name}',
});

const POSTS = 30;
const NAME = /^(?:all|@(?<username>[a-z0-9_.]+)|tags\/(?<tag>[\p{L}\p{N}\p{M}_]{1,50}))\.(?<format>rss|atom|json)$/iu;

type Content = Pick<Feed, 'title' | 'page'> & { name: string; json: string };

const paging = { ...pagingQuery.parse({ limit: String(POSTS) }), likes: 'false' };

async function loadAll(services: Services): Promise<Content> {
  const { json } = await listLatest(services, null, postListQuery.parse({ limit: String(POSTS), likes: 'false' }));
  return { name: 'all', title: english(texts.all, { app: services.community.name() }), page: '/', json };
}

async function loadTag(services: Services, given: string): Promise<Content> {
  const tag = hashtagSlug(given);
  const name = `tags/${encodeURIComponent(tag)}`;
  const { json } = await listTag(services, null, tag, paging);
  return { name, title: english(texts.tag, { tag, app: services.community.name() }), page: `/${name}`, json };
}

async function loadMember(services: Services, given: string, format: FeedFormat): Promise<Content | DocumentResult> {
  const username = given.toLowerCase();
  const member = await findMemberForGuests(services, username);
  if (!member) return describeMissing(services.readsNow, `/@${username}`);
  const name = `@${member.username}`;
  if (member.username !== username) return { movedTo: feedPath(name, format) };
  const { json } = await listNewestOf(services, member._id, POSTS);
  const title = english(texts.member, {
    app: services.community.name(),
    name: fullName(member),
  });
  return { name, title, page: `/${name}`, json };
}

/** Returns the feed with a name such as `@ana.rss`. */
export async function makeFeed(services: Services, address: string): Promise<DocumentResult> {
  const { username, tag, format: given } = NAME.exec(address)?.groups ?? {};
  if (given === undefined) return null;
  const format = given.toLowerCase() as FeedFormat;
  const content = username
    ? await loadMember(services, username, format)
    : await (tag ? loadTag(services, tag) : loadAll(services));
  if (content === null || content === 'gone' || !('json' in content)) return content;
  const posts = parseAllUncovered(content.json);
  // Loaded with the first feed: the library has a hundred modules.
  const { writeFeed } = await import('./feed-formats.ts');
  const feed = { ...content, path: feedPath(content.name, format), posts, publicUrl: services.config.publicUrl };
  return {
    type: `${feedTypes[format]}; charset=utf-8`,
    text: writeFeed(feed, format),
    headers: { 'x-robots-tag': 'noindex' },
    shows: posts.flatMap((post) => [post._id, post.user_id]),
  };
}
