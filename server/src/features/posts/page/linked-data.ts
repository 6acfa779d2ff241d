/**
 * Posts and their authors in the words of schema.org, for search engines. Jobs are postings like others: what a
 * JobPosting has to have (who hires, and where) is not asked of members. The link of a webinar is in none of it.
 */
import { priceInUnits } from '@afterhours/contract/constants/webinars';
import type { Post } from '@afterhours/contract/posts';
import { nameOf, titleOf } from './post-markup.ts';

type Named = { firstName: string; lastName: string; username: string };

export const personData = (person: Named, publicUrl: string) => ({
  '@type': 'Person',
  name: nameOf(person),
  url: `${publicUrl}/@${person.username}`,
});

const count = (type: string, total: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: total,
});

const eventData = (
  post: Post,
  { startsAt, endsAt, price, currency, seatsLeft }: NonNullable<Post['webinar']>,
  publicUrl: string,
): object => {
  const url = `${publicUrl}/p/${post._id}`;
  const { attachments, createdAt } = post;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: titleOf(post),
    description: post.description,
    startDate: startsAt,
    ...(endsAt === null ? {} : { endDate: endsAt }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: personData(post.user, publicUrl),
    ...(attachments.length > 0 ? { image: attachments.map((each) => publicUrl + each.url) } : {}),
    offers: {
      '@type': 'Offer',
      price: priceInUnits({ amount: price, currency }),
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${seatsLeft === 0 ? 'SoldOut' : 'InStock'}`,
      validFrom: createdAt,
      url,
    },
  };
};

const postingData = (post: Post, publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'SocialMediaPosting',
  '@id': `${publicUrl}/p/${post._id}`,
  url: `${publicUrl}/p/${post._id}`,
  headline: titleOf(post),
  articleBody: post.description,
  datePublished: post.createdAt,
  dateModified: post.updatedAt,
  author: personData(post.user, publicUrl),
  ...(post.attachments.length > 0 ? { image: post.attachments.map((each) => publicUrl + each.url) } : {}),
  interactionStatistic: [count('LikeAction', post.likesCount), count('CommentAction', post.commentsCount)],
});

/** The way to a page from the front page: names and paths. */
export const breadcrumbs = (publicUrl: string, places: readonly { name: string; path: string }[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: places.map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item: publicUrl + path,
  })),
});

export const postData = (post: Post, publicUrl: string): object =>
  post.webinar !== null && post.webinar.startsAt !== null
    ? eventData(post, post.webinar, publicUrl)
    : postingData(post, publicUrl);
