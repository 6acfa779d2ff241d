/** The sessions of an account, that is, where the member is signed in. */
import * as z from 'zod/mini';
import { dateTime, id } from '../base/fields.ts';
import { route } from '../base/route.ts';

export const session = z.object({
  _id: id,
  createdAt: dateTime,
  lastSeenAt: dateTime,
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  current: z.boolean(),
});

export const listSessions = route({
  method: 'GET',
  path: '/sessions',
  summary: 'Where I am signed in',
  access: 'member',
  cost: 'read',
  response: z.array(session),
});

export const deleteSession = route({
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'End one of my sessions',
  access: 'member',
  cost: 'write',
  params: z.object({ id }),
  response: z.null(),
});

/** Ends all sessions except the current one. */
export const deleteOtherSessions = route({
  method: 'DELETE',
  path: '/sessions',
  summary: 'End all my other sessions',
  access: 'member',
  cost: 'write',
  response: z.object({ ended: z.int() }),
});
