/** A post as HTML for readers outside the app: text with links, no layout. */
import { defineMessages } from '@afterhours/contract/base/message';
import { employmentNames, listHiring, remoteNames } from '@afterhours/contract/constants/jobs';
import { isCovered, type Label, labelNames, labelNotes } from '@afterhours/contract/constants/labels';
import { imageWidths } from '@afterhours/contract/constants/uploads';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Job } from '@afterhours/contract/jobs/jobs';
import type { Comment } from '@afterhours/contract/posts/comments';
import { GALLERY_HEIGHT, layOutGallery, ratioAlone } from '@afterhours/contract/posts/gallery-layout';
import type { Post } from '@afterhours/contract/posts/posts';
import {
  COMMENT_INTRO_PREVIEW,
  COMMENT_PREVIEW,
  INTRO_PREVIEW,
  PREVIEW_LENGTHS,
  previewText,
} from '@afterhours/contract/posts/text-preview';
import type { Attachment } from '@afterhours/contract/uploads';
import { fullName } from '#features/people/views.ts';
import { type Html, html } from '#http/pages/html.ts';
import { english } from '#texts/english.ts';
import { cardMarkup } from './card-markup.ts';
import { previewMarkup, textMarkup } from './text-markup.ts';

const texts = defineMessages('posts.page', {
  by: 'Post by {name}',
  cancelled: 'This webinar is cancelled.',
  inclTax: '{price} incl. tax',
  free: 'Free',
  pay: 'Salary',
  opening: 'Openings',
  kind: 'Job type',
  place: 'Place',
  countries: 'Countries to work from',
  applyUntil: 'Apply until',
  hiring: 'Hiring',
  closed: 'This job is closed.',
  likes: '{count, plural, one {# like} other {# likes}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  rating: '★ {average} ({count, number})',
  replies: '{count, plural, one {# reply} other {# replies}}',
  moreComments: 'See more ({count, number})',
  moreOfAll: 'See more ({count, number} comments and replies)',
  commentsHeading: 'Comments',
  seeMore: 'See more',
});

/** The width of a picture on a page: that of the column, or on a phone that of the window. */
const SIZES = '(min-width: 640px) 620px, 100vw';
/** The width of a gallery of pictures, unless the column is narrower. */
const WIDEST = 1_280;

const byAuthor = (post: Post): string => english(texts.by, { name: fullName(post.user) });

/** The heading of a post, as text. */
export const titleOf = (post: Post): string => post.title || byAuthor(post);

/** The app's English: the day before the month, and a 24-hour clock. */
const LOCALE = 'en-GB';

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
/** Short, so that it fits beside a name on a phone. */
const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

const planned = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Formats the start of a webinar by the host's clock: "Thu, 12 Mar 2026, 20:00 CET". */
const formatMoment = (time: string, timeZone: string | null): string =>
  new Intl.DateTimeFormat(LOCALE, { ...planned, timeZone: timeZone ?? 'UTC' }).format(new Date(time));

const timeMarkup = (time: string, format = day): Html =>
  html`<time datetime="${time}">${format.format(new Date(time))}</time>`;

const authorMarkup = (user: Pick<Post['user'], 'username' | 'firstName' | 'lastName'>): Html =>
  html`<a href="/@${user.username}" rel="author"><bdi>${fullName(user)}</bdi></a>`;

/**
 * Returns the size of a picture on its page. The first of several has the shape of the gallery, whose place it fills
 * until the web application has started.
 */
function sizeOf(pictures: readonly Attachment[], at: number): { width: number; height: number } {
  if (at === 0 && pictures.length > 1) return { width: WIDEST, height: WIDEST / layOutGallery(pictures).ratio };
  const picture = pictures[at] as Attachment;
  const width = Math.min(picture.width, GALLERY_HEIGHT * ratioAlone(picture));
  return { width, height: Math.min(picture.height, width / ratioAlone(picture)) };
}

function pictureMarkup(pictures: readonly Attachment[], at: number, eager: boolean): Html {
  const { url, width, alt } = pictures[at] as Attachment;
  const shown = sizeOf(pictures, at);
  const gallery = at === 0 && pictures.length > 1 && html` data-gallery`;
  const size = html`width="${Math.round(shown.width)}" height="${Math.round(shown.height)}"${gallery}`;
  const base = url.replace(/\.jpg$/, '');
  const smaller = imageWidths.post.filter((each) => each < width).map((each) => `${base}-${each}.webp ${each}w`);
  const sources = html`srcset="${[...smaller, `${base}.webp ${width}w`].join(', ')}" sizes="${SIZES}"`;
  return html`<p><img src="${base}.webp" ${sources} ${size} alt="${alt}" ${!eager && html`loading="lazy"`}></p>`;
}

function priceOf({ webinar }: Post): string | null {
  if (webinar === null) return null;
  if (webinar.price === 0) return english(texts.free);
  const price = formatPrice({ amount: webinar.total, currency: webinar.currency });
  return webinar.includesTax || webinar.addedTax !== null ? english(texts.inclTax, { price }) : price;
}

const placeOf = ({ place, remote }: Job): string =>
  [place, remote && english(remoteNames[remote])].filter(Boolean).join(' · ');

/** Returns how the author hires; nothing once the job is closed. */
const hiringOf = (job: Job): string =>
  job.state === 'closed'
    ? ''
    : listHiring(job)
        .map((each) => english(each))
        .join(' · ');

/** The terms of a job, in the order of the web application. */
function jobMarkup({ opening, salary, job }: Post): Html {
  const closed = job?.state === 'closed' && html`<p><strong>${english(texts.closed)}</strong></p>`;
  const terms = [
    [texts.pay, salary],
    [texts.kind, job?.employment && english(employmentNames[job.employment])],
    [texts.place, job && placeOf(job)],
    [texts.opening, opening],
    [texts.countries, job?.countries.join(', ')],
    [texts.applyUntil, job?.applyUntil && timeMarkup(job.applyUntil)],
    [texts.hiring, job && hiringOf(job)],
  ] as const;
  const facts = terms.map(([name, value]) => {
    const shown = typeof value === 'string' ? html`<bdi>${value}</bdi>` : value;
    return value ? html`<div><dt>${english(name)}</dt><dd>${shown}</dd></div>` : html``;
  });
  return html`${closed}${terms.some(([, value]) => value) && html`<dl>${facts}</dl>`}`;
}

/** The time and the price of a webinar, which follow its text as in the web application. */
function webinarMarkup(post: Post): Html {
  const { startsAt, timeZone } = post;
  const time =
    startsAt && html`<p data-time><time datetime="${startsAt}">${formatMoment(startsAt, timeZone)}</time></p>`;
  const price = priceOf(post);
  const cancelled = post.webinar?.state === 'cancelled' && html`<p><strong>${english(texts.cancelled)}</strong></p>`;
  return html`${time}${price && html`<p data-price>${price}</p>`}${cancelled}`;
}

const commentMarkup = (comment: Comment): Html => html`<article>
<p>${authorMarkup(comment.user)} ${timeMarkup(comment.createdAt)}</p>
${labelMarkup(comment.label)}
${textMarkup(comment.comment, comment.mentions)}
</article>`;

const commentsMarkup = (comments: readonly Comment[]): Html =>
  html`<section><h2>${english(texts.commentsHeading)}</h2>${comments.map(commentMarkup)}</section>`;

/** The author with the date, and below how they introduce themselves. */
function bylineMarkup({ _id, user, createdAt }: Post): Html {
  const intro = user.intro_details ?? user.profession;
  const below = intro && html`<br><bdi>${previewText(intro, INTRO_PREVIEW)}</bdi>`;
  return html`<p>${authorMarkup(user)} <a href="/p/${_id}">${timeMarkup(createdAt, shortDay)}</a>${below}</p>`;
}

/**
 * The label that staff put on a post or comment. If the content is covered, the note appears in place of its text
 * instead.
 */
function labelMarkup(label: Label | null): Html {
  if (label === null) return html``;
  const note = !isCovered(label) && html` ${english(labelNotes[label])}`;
  return html`<p><strong>${english(labelNames[label])}</strong>${note}</p>`;
}

/** What follows the author of a post: its content, whose text may be shortened. */
function bodyMarkup(post: Post, text: Html): Html {
  return html`${labelMarkup(post.label)}
${post.postType === 'job' && jobMarkup(post)}
${text}
${post.postType === 'webinar' && webinarMarkup(post)}`;
}

/** A post without a title has the author's name as its heading; the type of a job or webinar is above its title. */
const headingKind = ({ title, postType }: Post): Html =>
  html`${title ? postType !== 'general' && html` data-typed` : html` data-untitled`}`;

const headingMarkup = (post: Post): Html =>
  html`<h2 dir="auto"${headingKind(post)}><a href="/p/${post._id}">${titleOf(post)}</a></h2>`;

const shortText = ({ _id, description, mentions, postType }: Post): Html =>
  previewMarkup(description, mentions, {
    max: PREVIEW_LENGTHS[postType],
    more: html`<a href="/p/${_id}" data-more>${english(texts.seeMore)}</a>`,
  });

/** Likes, comments and ratings, as far as there are any. */
function countsMarkup({ likesCount, commentsCount, ratingsCount, averageRating }: Post): Html {
  const counts = [
    likesCount > 0 && english(texts.likes, { count: likesCount }),
    commentsCount > 0 && english(texts.comments, { count: commentsCount }),
    ratingsCount > 0 && english(texts.rating, { average: averageRating.toFixed(1), count: ratingsCount }),
  ].filter(Boolean);
  return html`${counts.length > 0 && html`<p data-counts>${counts.join(' · ')}</p>`}`;
}

function commentInList(postId: string, { user, comment, mentions, label, repliesCount }: Comment): Html {
  const intro = user.intro_details ?? user.profession;
  const below = intro && html` <bdi>${previewText(intro, COMMENT_INTRO_PREVIEW)}</bdi>`;
  const more = html`<a href="/p/${postId}" data-more>${english(texts.seeMore)}</a>`;
  const replies = repliesCount > 0 && html`<p data-replies>${english(texts.replies, { count: repliesCount })}</p>`;
  return html`<div data-comment><p>${authorMarkup(user)}${below}</p>
${labelMarkup(label)}
${previewMarkup(comment, mentions, { max: COMMENT_PREVIEW, more })}
${replies}</div>`;
}

/** The first comments of a post in a list, and a link to the others. */
function firstComments({ _id, comments, commentsCount }: Post): Html {
  const remaining = comments.reduce((count, { repliesCount }) => count - 1 - repliesCount, commentsCount);
  const text = english(remaining === 1 ? texts.moreComments : texts.moreOfAll, { count: remaining });
  const more = remaining > 0 && html`<p data-all><a href="/p/${_id}" data-more>${text}</a></p>`;
  return html`${comments.map((comment) => commentInList(_id, comment))}
${comments.length > 0 && more}`;
}

/**
 * A post in a list, with its own heading, the beginning of its text, and its first comments. The picture of the first
 * post is visible at once, so it loads eagerly.
 */
export const postInList = (post: Post, isFirst: boolean): Html => html`<article>
${headingMarkup(post)}
${bylineMarkup(post)}
${bodyMarkup(post, shortText(post))}
${post.attachments.slice(0, 1).map((_, at) => pictureMarkup(post.attachments, at, isFirst))}
${cardMarkup(post.card)}
${countsMarkup(post)}
${firstComments(post)}
</article>`;

/** Returns the ids of the posts and members that a list shows. When one of them changes, so does the page. */
export const shownInList = (posts: readonly Post[]): string[] =>
  posts.flatMap((post) => [
    post._id,
    ...[post, ...post.comments].flatMap(({ user_id, mentions }) => [user_id, ...mentions.map(({ user }) => user._id)]),
  ]);

/** A post further down a list; its picture loads lazily. */
export const laterInList = (post: Post): Html => postInList(post, false);

/** A post in the page of another site: with all of its text, and one picture. */
export const embeddedPost = (post: Post): Html => html`<article>
${headingMarkup(post)}
${bylineMarkup(post)}
${bodyMarkup(post, textMarkup(post.description, post.mentions))}
${post.attachments.slice(0, 1).map((picture) => pictureMarkup([picture], 0, true))}
${cardMarkup(post.card)}
</article>`;

/** A post on its own page, with its first comments. Like the web application, the page begins with the author. */
export const postOnPage = (post: Post): Html => html`${post.title && html`<p data-heading>${byAuthor(post)}</p>`}
<article>
<h1 dir="auto"${headingKind(post)}>${titleOf(post)}</h1>
${bylineMarkup(post)}
${bodyMarkup(post, textMarkup(post.description, post.mentions))}
${post.attachments.map((_, at) => pictureMarkup(post.attachments, at, at === 0))}
${cardMarkup(post.card)}
${countsMarkup(post)}
${post.comments.length > 0 && commentsMarkup(post.comments)}
</article>`;
