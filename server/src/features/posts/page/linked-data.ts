/**
 * Posts and their authors as schema.org data for search engines. A job is a JobPosting, with the member as employer,
 * only if its terms give a place or the countries to work from: search engines accept none without a location. Other
 * jobs are ordinary postings. The data never includes a webinar's link.
 */
import type { Employment, PayPeriod } from '@afterhours/contract/constants/jobs';
import { priceInUnits } from '@afterhours/contract/constants/webinars';
import type { Job } from '@afterhours/contract/jobs/jobs';
import type { Post } from '@afterhours/contract/posts/posts';
import { fullName } from '#features/people/views.ts';
import { titleOf } from './post-markup.ts';

type Named = { firstName: string; lastName: string; username: string };

const personData = (person: Named, publicUrl: string) => ({
  '@type': 'Person',
  name: fullName(person),
  url: `${publicUrl}/@${person.username}`,
});

const count = (type: string, total: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: total,
});

const eventData = (
  post: Post,
  { startsAt, endsAt, total, currency, seatsLeft, state }: NonNullable<Post['webinar']>,
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
    eventStatus: `https://schema.org/${state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: personData(post.user, publicUrl),
    ...(attachments.length > 0 ? { image: attachments.map((each) => publicUrl + each.url) } : {}),
    offers: {
      '@type': 'Offer',
      price: priceInUnits({ amount: total, currency }),
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${seatsLeft === 0 || state === 'cancelled' ? 'SoldOut' : 'InStock'}`,
      validFrom: createdAt,
      url,
    },
  };
};

const employmentTypes: Record<Employment, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  internship: 'INTERN',
  volunteer: 'VOLUNTEER',
};

/** schema.org has no unit for the pay of a whole project. */
const payUnits: Record<Exclude<PayPeriod, 'project'>, string> = {
  hour: 'HOUR',
  day: 'DAY',
  month: 'MONTH',
  year: 'YEAR',
};

function payData({ pay }: Job): object {
  if (pay === null || pay.period === 'project') return {};
  const { min, max, currency, period } = pay;
  const amount = min === max ? { value: min } : { minValue: min, maxValue: max };
  const value = { '@type': 'QuantitativeValue', ...amount, unitText: payUnits[period] };
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value } };
}

/** Where a job is done; null if the job states neither a place nor a country. */
function placeData({ place, remote, countries }: Job): object | null {
  const from = countries.map((name) => ({ '@type': 'Country', name }));
  const [country] = countries;
  const isAnywhere = remote === 'full';
  if (isAnywhere ? countries.length === 0 : !place) return null;
  const address = { '@type': 'PostalAddress', addressLocality: place, ...(country ? { addressCountry: country } : {}) };
  return {
    ...(place ? { jobLocation: { '@type': 'Place', address } } : {}),
    ...(isAnywhere ? { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: from } : {}),
  };
}

function jobData(post: Post, job: Job, publicUrl: string): object | null {
  const where = placeData(job);
  if (where === null || job.employment === null || job.state === 'closed') return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    '@id': `${publicUrl}/p/${post._id}`,
    url: `${publicUrl}/p/${post._id}`,
    title: titleOf(post),
    description: post.description,
    datePosted: post.createdAt,
    ...(job.closesAt ? { validThrough: job.closesAt } : {}),
    employmentType: employmentTypes[job.employment],
    hiringOrganization: personData(post.user, publicUrl),
    ...where,
    ...payData(job),
    ...(/^\d{1,4}$/.test(post.opening ?? '') ? { totalJobOpenings: Number(post.opening) } : {}),
  };
}

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

/** The breadcrumb trail from the front page to a page: names and paths. */
export const breadcrumbs = (publicUrl: string, trail: readonly { name: string; path: string }[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
});

export function postData(post: Post, publicUrl: string): object {
  if (post.webinar !== null && post.webinar.startsAt !== null) return eventData(post, post.webinar, publicUrl);
  return (post.job && jobData(post, post.job, publicUrl)) ?? postingData(post, publicUrl);
}
