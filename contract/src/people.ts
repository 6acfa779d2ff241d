/** People as others see them: the few fields that stand beside a post, a comment, a like. */
import * as z from 'zod/mini';
import { id } from './fields.ts';

export const onOff = z.enum(['On', 'Off'], "This must be 'On' or 'Off'.");
export type OnOff = z.infer<typeof onOff>;

/** `image` is a file name below /api/uploads/users/, or null. */
export const person = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  image: z.nullable(z.string()),
  profession: z.nullable(z.string()),
  intro_details: z.nullable(z.string()),
});
export type Person = z.infer<typeof person>;
z.globalRegistry.add(person, { id: 'Person' });

/** Who likes something: the fields the "Post like user list" shows. */
export const likeUser = z.pick(person, { _id: true, firstName: true, lastName: true, image: true });
export const likeEntry = z.object({ likeuser: likeUser });
export type LikeEntry = z.infer<typeof likeEntry>;
