/** Mentions: `@username` in a text, where it stands for a member. Offsets are in code points. */
import * as z from 'zod/mini';
import { person } from './people.ts';

/** Where a member is mentioned, with the `@`; `user` has the present username, which may not be the one written. */
export const mention = z.object({
  start: z.int(),
  length: z.int(),
  user: z.pick(person, { _id: true, username: true }),
});
export type Mention = z.infer<typeof mention>;
z.globalRegistry.add(mention, { id: 'Mention' });
