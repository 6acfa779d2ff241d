/** A post as HTML for readers outside the app: text with links, no layout. */
import { defineMessages } from '@afterhours/contract/base/message';
import { employmentNames, remoteNames } from '@afterhours/contract/constants/jobs';
import { isCovered, type Label, labelNames, labelNotes } from '@afterhours/contract/constants/labels';
import { imageWidths } from '@afterhours/contract/constants/uploads';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Job } from '@afterhours/contract/jobs/jobs';
import type { Comment } from '@afterhours/contract/posts/comments';
import type { Post } from '@afterhours/contract/posts/posts';
import type { Attachment } from '@afterhours/contract/uploads';
import { type Html, html } from '#http/pages/html.ts';
import { english } from '#texts/english.ts';
import { cardMarkup } from './card-markup.ts';
import { textMarkup } from './text-markup.ts';

const texts = defineMessages('posts.page', {
  by: 'Post by {name}',
  webinar: 'Webinar',
  cancelled: 'This webinar is cancelled.',
  price: 'Price',
  inclTax: '{price} incl. tax',
  free: 'Free',
  pay: 'Pay',
  opening: 'Openings',
  kind: 'Job type',
  place: 'Place',
  where: 'Where',
  countries: 'Countries to work from',
  applyUntil: 'Apply until',
  closed: 'This job is closed.',
  likes: '{count, plural, one {# like} other {# likes}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  commentsHeading: 'Comments',
});

/** The width of a picture on a page: that of the column, or on a phone that of the window. */
const SIZES = '(min-width: 640px) 620px, 100vw';
/** The widest picture that the plain HTML uses. */
const WIDEST = 1_280;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** The heading of a post, as text. */
export const titleOf = (post: Post): string => post.title || english(texts.by, { name: nameOf(post.user) });

/** The app's English: the day before the month, and a 24-hour clock. */
const LOCALE = 'en-GB';

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });

function formatMoment(time: string, timeZone: string | null): string {
  const options = { dateStyle: 'full', timeStyle: 'short' } as const;
  const zone = timeZone ?? 'UTC';
  return `${new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone }).format(new Date(time))} (${zone})`;
}

const timeMarkup = (time: string): Html => html`<time datetime="${time}">${day.format(new Date(time))}</time>`;

const authorMarkup = (user: Post['user']): Html =>
  html`<a href="/@${user.username}" rel="author"><bdi>${nameOf(user)}</bdi></a>`;

function pictureMarkup({ url, width, height, alt }: Attachment, eager: boolean): Html {
  const scale = Math.min(1, WIDEST / width);
  const size = html`width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  const base = url.replace(/\.jpg$/, '');
  const smaller = imageWidths.post.filter((each) => each < width).map((each) => `${base}-${each}.webp ${each}w`);
  const sources = html`srcset="${[...smaller, `${base}.webp ${width}w`].join(', ')}" sizes="${SIZES}"`;
  return html`<p><img src="${base}.webp" ${sources} ${size} alt="${alt}" ${!eager && html`loading="lazy"`}></p>`;
}

const fact = (name: string, value: string | Html | null): Html =>
  html`${value && html`<dt>${name}</dt><dd>${typeof value === 'string' ? html`<bdi>${value}</bdi>` : value}</dd>`}`;

function priceOf({ webinar }: Post): string | null {
  if (webinar === null) return null;
  if (webinar.price === 0) return english(texts.free);
  const price = formatPrice({ amount: webinar.total, currency: webinar.currency });
  return webinar.includesTax || webinar.addedTax !== null ? english(texts.inclTax, { price }) : price;
}

/** The terms of a job other than its pay. */
function termsMarkup({ employment, place, remote, countries, applyUntil }: Job): Html {
  return html`${fact(english(texts.kind), employment && english(employmentNames[employment]))}
${fact(english(texts.place), place)}
${fact(english(texts.where), remote && english(remoteNames[remote]))}
${fact(english(texts.countries), countries.join(', '))}
${fact(english(texts.applyUntil), applyUntil && timeMarkup(applyUntil))}`;
}

/** The facts of a job or webinar, shown beside its text. */
function factsMarkup(post: Post): Html {
  if (post.postType === 'general') return html``;
  if (post.postType === 'job') {
    const { opening, salary, job } = post;
    const facts = html`${fact(english(texts.opening), opening)}${fact(english(texts.pay), salary)}`;
    const closed = job?.state === 'closed' && html`<p><strong>${english(texts.closed)}</strong></p>`;
    return html`${closed}<dl>${facts}${job && termsMarkup(job)}</dl>`;
  }
  const time =
    post.startsAt && html`<time datetime="${post.startsAt}">${formatMoment(post.startsAt, post.timeZone)}</time>`;
  const cancelled = post.webinar?.state === 'cancelled' && html`<p><strong>${english(texts.cancelled)}</strong></p>`;
  return html`${cancelled}<dl>${fact(english(texts.webinar), time)}${fact(english(texts.price), priceOf(post))}</dl>`;
}

const commentMarkup = (comment: Comment): Html => html`<article>
<p>${authorMarkup(comment.user as Post['user'])} ${timeMarkup(comment.createdAt)}</p>
${labelMarkup(comment.label)}
${textMarkup(comment.comment, comment.mentions)}
</article>`;

const commentsMarkup = (comments: readonly Comment[]): Html =>
  html`<section><h2>${english(texts.commentsHeading)}</h2>${comments.map(commentMarkup)}</section>`;

function bylineMarkup(post: Post): Html {
  const { profession } = post.user;
  const trade = profession && html` · <bdi>${profession}</bdi>`;
  const time = html`<a href="/p/${post._id}">${timeMarkup(post.createdAt)}</a>`;
  return html`<p>${authorMarkup(post.user)}${trade} · ${time}</p>`;
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

/**
 * A post in a list, with its own heading. The picture of the first post is visible at once, so it loads eagerly. A post
 * without a title has the author's name as its heading.
 */
export const postInList = (post: Post, isFirst: boolean): Html => html`<article>
<h2 dir="auto"${!post.title && html` data-untitled`}><a href="/p/${post._id}">${titleOf(post)}</a></h2>
${bylineMarkup(post)}
${labelMarkup(post.label)}
${factsMarkup(post)}
${textMarkup(post.description, post.mentions)}
${post.attachments.slice(0, 1).map((picture) => pictureMarkup(picture, isFirst))}
${cardMarkup(post.card)}
</article>`;

/** A post further down a list; its picture loads lazily. */
export const laterInList = (post: Post): Html => postInList(post, false);

/** A post on its own page, with its first comments. */
export const postOnPage = (post: Post): Html => html`<article>
<h1 dir="auto"${!post.title && html` data-untitled`}>${titleOf(post)}</h1>
${bylineMarkup(post)}
${labelMarkup(post.label)}
${factsMarkup(post)}
${textMarkup(post.description, post.mentions)}
${post.attachments.map((picture, index) => pictureMarkup(picture, index === 0))}
${cardMarkup(post.card)}
<p>${english(texts.likes, { count: post.likesCount })} · ${english(texts.comments, { count: post.commentsCount })}</p>
${post.comments.length > 0 && commentsMarkup(post.comments)}
</article>`;
