/** The join page, which leads into a webinar and opens shortly before its start. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { webinarStates } from '../constants/webinars.ts';
import { person } from '../people/people.ts';

export const joiningMessages = defineMessages('webinars.joining', {
  noSeat: 'You have no seat in this webinar.',
});

/**
 * `link` is where the webinar takes place: null until `opensAt`, and after the end. `recording` is present after the
 * end if the host has set one. `now` is the server's clock, for a countdown.
 */
export const joinPage = z.object({
  _id: id,
  title: z.string(),
  host: person,
  isHost: z.boolean(),
  state: z.enum(webinarStates),
  startsAt: z.nullable(dateTime),
  endsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  opensAt: z.nullable(dateTime),
  now: dateTime,
  link: z.nullable(z.string()),
  recording: z.nullable(z.string()),
  cancelWords: z.nullable(z.string()),
});
export type JoinPage = z.infer<typeof joinPage>;
z.globalRegistry.add(joinPage, { id: 'JoinPage' });

export const getJoinPage = route({
  method: 'GET',
  path: '/webinars/:id/join',
  summary:
    'The join page of a webinar, for its host and members with a seat; a response with the link counts as opened',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: joinPage,
});
