/** Waiting lists of webinars whose seats are all taken. */
import * as z from 'zod/mini';
import { id, idParams } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const waitingMessages = defineMessages('webinars.waiting', {
  joined: 'You are on the waiting list. You will be notified when a seat is free for you.',
  left: 'You are no longer on the waiting list.',
  none: 'You are not on the waiting list of this webinar.',
  closed: 'The waiting list closes 15 minutes before the start.',
  room: 'A seat is free. You don’t need to wait.',
  seated: 'You already have a seat.',
});

export const joinWaiting = route({
  method: 'POST',
  path: '/webinars/:id/waiting',
  summary:
    'Join the waiting list; a free seat is held for the first in line for a while. A repeated call changes nothing',
  access: 'confirmed',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id, place: z.int() }),
});

export const leaveWaiting = route({
  method: 'DELETE',
  path: '/webinars/:id/waiting',
  summary: 'Leave the waiting list, or give up the seat that was offered',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id }),
});
