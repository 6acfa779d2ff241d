/** The terms and the privacy policy of a community, in versions that each member accepts once. */
import * as z from 'zod/mini';
import { dateTime, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const MAX_TERMS = 50_000;

export const termsMessages = defineMessages('terms', {
  version: 'version must be the number that came with the texts.',
  published: 'The new version has been published. Members are asked to accept it on their next visit.',
  publishedMeanwhile: 'Somebody else has published a version in the meantime. Yours has not been published.',
  changedMeanwhile: 'There is a newer version now. Please review it first.',
  same: 'Nothing has changed in these texts.',
  accepted: 'Thank you.',
});

const version = z.int(issueText(termsMessages.version)).check(z.gte(0, issueText(termsMessages.version)));
/** Null stands for the built-in text. */
const written = z.nullable(text({ max: MAX_TERMS }));

const termsVersion = z.object({
  /** 0 is the version of the built-in texts. */
  version: z.int(),
  publishedAt: z.nullable(dateTime),
  terms: z.nullable(z.string()),
  privacy: z.nullable(z.string()),
});
export type TermsVersion = z.infer<typeof termsVersion>;
z.globalRegistry.add(termsVersion, { id: 'TermsVersion' });

export const getTerms = route({
  method: 'GET',
  path: '/community/terms',
  summary: 'The present version of the terms and of the privacy policy',
  access: 'public',
  cost: 'read',
  response: termsVersion,
});

/** Responds with 409 if `version` is not the present one, or nothing has changed. */
export const publishTerms = route({
  method: 'POST',
  path: '/staff/terms',
  summary: 'Publish a new version of the terms and the privacy policy, based on the given version',
  access: 'owner',
  recent: true,
  cost: 'write',
  body: z.object({ version, terms: written, privacy: written }),
  response: termsVersion,
});

/** Responds with 409 if there is a newer version. */
export const acceptTerms = route({
  method: 'POST',
  path: '/me/terms',
  summary: 'Accept the present version of the terms and the privacy policy',
  access: 'member',
  cost: 'write',
  body: z.object({ version }),
  response: z.object({ version: z.int() }),
});
