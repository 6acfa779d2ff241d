/** Daily limits of members, and who may publish what costs money, as the owners of a community set them. */
import * as z from 'zod/mini';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const MAX_PER_DAY = 100_000;
export const MAX_MEGABYTES = 9_999_999;
export const MAX_SELLER_DAYS = 365;

export const limitMessages = defineMessages('community.limits', {
  perDay: 'Please enter a whole number from 1 to {max, number}, or nothing for no limit.',
  megabytes: 'Please enter a whole number of megabytes from 1 to {max, number}, or nothing for the usual limit.',
  storageBound: 'The server has room for {size} per member. Please enter at most {megabytes, number}.',
  posts:
    'You have reached the limit of {n, plural, one {one post} other {{n, number} posts}} a day. You can publish ' +
    'again after midnight (UTC).',
  comments:
    'You have reached the limit of {n, plural, one {one comment} other {{n, number} comments}} a day. You can write ' +
    'again after midnight (UTC).',
  messages:
    'You have reached the limit of {n, plural, one {one message} other {{n, number} messages}} a day. You can send ' +
    'again after midnight (UTC).',
});

export const sellerMessages = defineMessages('community.sellers', {
  mode: "sellers must be 'everybody', 'established' or 'approved'.",
  days: 'Please enter a whole number of days from 1 to {max, number}.',
  notYet:
    'You can publish webinars once you have been a member for {days, plural, one {a day} other {# days}}, from ' +
    '{date} on.',
  notApproved:
    'Only members approved by the people who run this community can publish webinars. Write to them if you ' +
    'would like to publish one.',
});

/** Who may publish webinars: everyone, members of a certain number of days, or members whom staff have approved. */
export const sellerModes = ['everybody', 'established', 'approved'] as const;
export type SellerMode = (typeof sellerModes)[number];

const wholeUpTo = (max: number, message: string) => z.int(message).check(z.gte(1, message), z.lte(max, message));
const perDay = z.nullable(wholeUpTo(MAX_PER_DAY, issueText(limitMessages.perDay, { max: MAX_PER_DAY })));
const megabytes = z.nullable(wholeUpTo(MAX_MEGABYTES, issueText(limitMessages.megabytes, { max: MAX_MEGABYTES })));

/** Null means no limit; for files it means the default: 200 MB a day, and the storage that the server has room for. */
export const limitSettings = {
  postsPerDay: perDay,
  commentsPerDay: perDay,
  messagesPerDay: perDay,
  uploadMbPerDay: megabytes,
  storageMb: megabytes,
  sellers: z.enum(sellerModes, issueText(sellerMessages.mode)),
  /** For how many days somebody has to have been a member, if `sellers` is 'established'. */
  sellerDays: wholeUpTo(MAX_SELLER_DAYS, issueText(sellerMessages.days, { max: MAX_SELLER_DAYS })),
};

export const defaultLimits = {
  postsPerDay: null,
  commentsPerDay: null,
  messagesPerDay: null,
  uploadMbPerDay: null,
  storageMb: null,
  sellers: 'everybody',
  sellerDays: 30,
} as const;

/** `refusal` is the reason for a no, with the date from which it changes if that is known. */
export const getOwnSelling = route({
  method: 'GET',
  path: '/me/selling',
  summary: 'Whether you may publish webinars, which cost those who join money',
  access: 'member',
  cost: 'read',
  response: z.object({ may: z.boolean(), refusal: z.nullable(z.string()) }),
});
