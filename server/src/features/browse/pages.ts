/** Descriptions of the lists as guests see them, for readers that do not run the web application. */
import { defineMessages } from '@afterhours/contract/base/message';
import { pagingQuery } from '@afterhours/contract/base/paging';
import { guestTexts } from '@afterhours/contract/constants/guests';
import { postListQuery } from '@afterhours/contract/feed';
import { hashtagSlug, MAX_HASHTAG } from '@afterhours/contract/posts/hashtags';
import type { Post } from '@afterhours/contract/posts/posts';
import { listLatest } from '#features/feed/loaders.ts';
import { breadcrumbs, laterInList, parseAllUncovered, postInList, shownInList } from '#features/posts/loaders.ts';
import { toResponse } from '#http/body/envelope.ts';
import type { Description } from '#http/pages/described-pages.ts';
import { feedLinks } from '#http/pages/feed-links.ts';
import { type Html, html } from '#http/pages/html.ts';
import type { HeadImage } from '#http/pages/page-head.ts';
import { type PreviewTexts, previewImage } from '#http/pages/preview-image.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { listTag, listWebinarsOf } from './lists.ts';

const texts = defineMessages('browse.pages', {
  tag: 'Posts with #{tag}',
  aboutTag: 'What members of {app} write about #{tag}.',
  webinars: 'Webinars',
  aboutWebinars: 'Upcoming webinars by members of {app}: small, live, and on subjects people work on in the evenings.',
  jobs: 'Jobs',
  aboutJobs: 'Paid work for the evenings and weekends, posted by members of {app}.',
  past: 'Past webinars',
  none: 'Nothing here yet.',
  noDate: 'Date to be announced',
  more: 'Next page',
  signIn: 'Sign in',
});

/** The number of posts with which a list in the web application starts. */
const PAGE = 10;

type Page = { json: string; nextCursor: string | null };
type List = {
  feed: string;
  path: string;
  title: string;
  description: string;
  api: string;
  image?: HeadImage;
  /** What the web application renders above the posts; `starting-content.css` leaves room for it. */
  room?: 'filters' | 'tabs';
  /** Returns the heading above the first of the posts that share it. */
  headingOf?: (post: Post) => string;
};

const parse = ({ json }: Page): Post[] => parseAllUncovered(json);

function postsMarkup(posts: readonly Post[], headingOf: (post: Post) => string = () => ''): Html {
  if (posts.length === 0) return html`<p>${english(texts.none)}</p>`;
  let last = '';
  return html`${posts.map((post, index) => {
    const heading = headingOf(post);
    const zone = post.startsAt !== null && html`<noscript> (UTC)</noscript>`;
    const above = heading !== last && html`<h2 data-day>${heading}${zone}</h2>`;
    last = heading;
    return html`${above}${postInList(post, index === 0)}`;
  })}`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** Returns the day of a webinar, of which only readers without scripts are told the zone: others see their own days. */
const dayOf = ({ startsAt }: Post): string => (startsAt ? day.format(new Date(startsAt)) : english(texts.noDate));

/** Returns the hint that the web application shows above a list. */
const hintMarkup = (): Html =>
  html`<aside><span>${english(guestTexts.hint)}</span> <a href="/Login">${english(texts.signIn)}</a></aside>`;

/** What follows the posts of a list: its content, and the posts in it. */
type Further = { main: Html; posts: readonly Post[] };

/**
 * Describes a list. Pages after the first are for readers who follow the link at the end; search engines do not list
 * them.
 */
function describeList(
  services: Services,
  list: List,
  page: Page,
  cursor: string | undefined,
  further?: Further,
): Description {
  const { publicUrl } = services.config;
  const { feed, path, title, description, api, room, headingOf } = list;
  const image = list.image ?? previewImage(services, 'community', { title: '', by: '' });
  const posts = parse(page);
  const next =
    page.nextCursor && html`<p><a href="${path}?cursor=${page.nextCursor}" rel="next">${english(texts.more)}</a></p>`;
  const above = room && html`<div data-room="${room}"></div>`;
  return {
    head: {
      title: `${title} · ${services.community.name()}`,
      description,
      image,
      unlisted: cursor !== undefined || posts.length === 0,
      path,
      alternates: feedLinks(feed, title),
      linkedData: [breadcrumbs(publicUrl, [{ name: title, path }])],
    },
    main: html`<h1 dir="auto">${title}</h1>${hintMarkup()}${above}
${postsMarkup(posts, headingOf)}${next}${further?.main}`,
    responses: cursor === undefined ? { [api]: toResponse(page) } : {},
    shows: shownInList([...posts, ...(further?.posts ?? [])]),
  };
}

/** Returns the paging of a page. The list itself rejects an invalid cursor. */
const pagingOf = (cursor: string | undefined) =>
  ({ ...pagingQuery.parse({ limit: String(PAGE) }), cursor, likes: 'false' }) as const;

const TAG = /^[\p{L}\p{N}\p{M}_]+$/u;

/** Returns the tag of an address; null if it is not a valid tag. */
function toTag(text: string): string | null {
  const tag = hashtagSlug(text);
  return TAG.test(tag) && tag.length <= MAX_HASHTAG ? tag : null;
}

const textsOf = (tag: string): PreviewTexts => ({ title: `#${tag}`, by: '' });

/** Returns the texts of a hashtag's preview picture; null for a tag that guests find in no post. */
export async function previewOfTag(services: Services, text: string): Promise<PreviewTexts | null> {
  const tag = toTag(text);
  if (tag === null) return null;
  const { json } = await listTag(services, null, tag, { ...pagingQuery.parse({ limit: '1' }), likes: 'false' });
  return json === '[]' ? null : textsOf(tag);
}

export async function describeTag(services: Services, text: string, cursor: string | undefined): Promise<Description> {
  const tag = toTag(text);
  if (tag === null) return null;
  const page = await listTag(services, null, tag, pagingOf(cursor));
  // The web application states that the tag is not in use yet.
  if (cursor === undefined && page.json === '[]') return null;
  const path = `/tags/${encodeURIComponent(tag)}`;
  const query = new URLSearchParams({ tag, limit: String(PAGE), likes: 'false' }).toString();
  const description = english(texts.aboutTag, { tag, app: services.community.name() });
  const list = {
    feed: path.slice(1),
    path,
    title: english(texts.tag, { tag }),
    description,
    api: `/api/tags/posts?${query}`,
    image: previewImage(services, path.slice(1), textsOf(tag)),
  };
  return describeList(services, list, page, cursor);
}

export async function describeWebinars(services: Services, cursor: string | undefined): Promise<Description> {
  const [page, past] = await Promise.all([
    listWebinarsOf(services, null, 'upcoming', pagingOf(cursor)),
    listWebinarsOf(services, null, 'past', pagingOf(undefined)),
  ]);
  const list = {
    feed: 'all',
    path: '/webinars',
    title: english(texts.webinars),
    description: english(texts.aboutWebinars, { app: services.community.name() }),
    api: `/api/webinars?when=upcoming&limit=${PAGE}&likes=false`,
    room: 'tabs' as const,
    headingOf: dayOf,
  };
  const before = parse(past);
  const main = html`${before.length > 0 && html`<h2>${english(texts.past)}</h2>${before.map(laterInList)}`}`;
  return describeList(services, list, page, cursor, { main, posts: before });
}

export async function describeJobs(services: Services, cursor: string | undefined): Promise<Description> {
  const query = { ...postListQuery.parse({ postType: 'job' }), ...pagingOf(cursor) };
  const list = {
    feed: 'all',
    path: '/jobs',
    title: english(texts.jobs),
    description: english(texts.aboutJobs, { app: services.community.name() }),
    api: `/api/jobs?limit=${PAGE}&likes=false`,
    room: 'filters' as const,
  };
  return describeList(services, list, await listLatest(services, null, query), cursor);
}
