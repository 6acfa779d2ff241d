/** Mentions: an `@username` in a text that stands for a member. Offsets are in code points. */
import * as z from 'zod/mini';
import { person } from '../people/people.ts';

/** The position of a mention, `@` included. `user` has the present username, which may differ from the one written. */
export const mention = z.object({
  start: z.int(),
  length: z.int(),
  user: z.pick(person, { _id: true, username: true }),
});
export type Mention = z.infer<typeof mention>;
z.globalRegistry.add(mention, { id: 'Mention' });
