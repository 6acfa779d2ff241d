/** Completion of an `@`: members whose username or name begins with what somebody has typed. */
import * as z from 'zod/mini';
import { line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { person } from './people.ts';

/** The maximum number of members suggested. */
export const MAX_COMPLETIONS = 8;
/** A username has 30 characters, a full name up to 101. */
const MAX_TYPED = 101;

export const personCompletion = z.pick(person, {
  _id: true,
  firstName: true,
  lastName: true,
  username: true,
  image: true,
});
export type PersonCompletion = z.infer<typeof personCompletion>;
z.globalRegistry.add(personCompletion, { id: 'PersonCompletion' });

export const completePeople = route({
  method: 'GET',
  path: '/people/complete',
  summary: 'At most eight members whose username or name begins with q: those I follow or am connected with first',
  access: 'member',
  cost: 'read',
  query: z.object({
    q: z.pipe(
      line({ required: issueText(fieldTexts.required), max: MAX_TYPED }),
      z.transform((typed: string) => typed.replace(/^@+/, '')),
    ),
  }),
  response: z.array(personCompletion),
});
