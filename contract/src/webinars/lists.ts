/** The seats of a webinar as its host sees them, and the seats of a member. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { webinarStates } from '../constants/webinars.ts';
import { person } from '../people/people.ts';
import { seat } from './webinars.ts';

export const seatListMessages = defineMessages('webinars.lists', {
  time: "time must be 'upcoming' or 'past'.",
});

/** A webinar as its host manages it. */
export const managedWebinar = z.object({
  _id: id,
  title: z.string(),
  startsAt: z.nullable(dateTime),
  endsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  state: z.enum(webinarStates),
  capacity: z.nullable(z.int()),
  seatsTaken: z.int(),
  /** In the smallest unit of the currency; 0 for a free webinar. */
  price: z.int(),
  /** Whether a member has paid for it, whatever it costs now: a cancellation refunds. */
  isPaid: z.boolean(),
  waiting: z.int(),
  recording: z.nullable(z.string()),
  cancelWords: z.nullable(z.string()),
});
export type ManagedWebinar = z.infer<typeof managedWebinar>;
z.globalRegistry.add(managedWebinar, { id: 'ManagedWebinar' });

export const getManagedWebinar = route({
  method: 'GET',
  path: '/webinars/:id/manage',
  summary: 'One of my webinars: its times, the number of seats taken, and of members waiting',
  access: 'member',
  cost: 'read',
  params: idParams,
  response: managedWebinar,
});

/**
 * `member` is null if host and member do not see each other. Opening the link is not proof of attendance, since the
 * meeting takes place elsewhere.
 */
export const takenSeat = z.object({
  _id: id,
  member: z.nullable(person),
  state: z.enum(['held', 'paid', 'free']),
  offered: z.boolean(),
  takenAt: dateTime,
  firstOpenedAt: z.nullable(dateTime),
  lastOpenedAt: z.nullable(dateTime),
});
export type TakenSeat = z.infer<typeof takenSeat>;
z.globalRegistry.add(takenSeat, { id: 'TakenSeat' });

export const listSeats = route({
  method: 'GET',
  path: '/webinars/:id/seats',
  summary: 'The seats of one of my webinars, in the order in which they were taken',
  access: 'member',
  cost: 'read',
  params: idParams,
  query: pagingQuery,
  response: z.array(takenSeat),
  beside: pagedBeside,
});

export const waitingMember = z.object({ _id: id, member: z.nullable(person), since: dateTime });
export type WaitingMember = z.infer<typeof waitingMember>;
z.globalRegistry.add(waitingMember, { id: 'WaitingMember' });

export const listWaiting = route({
  method: 'GET',
  path: '/webinars/:id/waiting',
  summary: 'The members on the waiting list of one of my webinars, first in line first',
  access: 'member',
  cost: 'read',
  params: idParams,
  query: pagingQuery,
  response: z.array(waitingMember),
  beside: pagedBeside,
});

/** A webinar in which the viewer has a seat, or is waiting for one (`place`). */
export const ownSeat = z.object({
  _id: id,
  title: z.string(),
  host: person,
  startsAt: z.nullable(dateTime),
  endsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  state: z.enum(webinarStates),
  seat: z.nullable(seat),
  /** What a paid seat has cost, with any tax, in the smallest unit of the currency; null for other seats. */
  paid: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
  /** Whether the seat can be given up now with a full refund, or was free. */
  mayLeave: z.boolean(),
  place: z.nullable(z.int()),
  recorded: z.boolean(),
  /** What the host wrote when cancelling it. */
  cancelWords: z.nullable(z.string()),
});
export type OwnSeat = z.infer<typeof ownSeat>;
z.globalRegistry.add(ownSeat, { id: 'OwnSeat' });

export const seatTimes = ['upcoming', 'past'] as const;

export const listOwnSeats = route({
  method: 'GET',
  path: '/me/seats',
  summary: 'The webinars in which I have a seat or am waiting for one: upcoming ones, next first, or past ones',
  access: 'member',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    time: z._default(z.enum(seatTimes, issueText(seatListMessages.time)), 'upcoming'),
  }),
  response: z.array(ownSeat),
  beside: pagedBeside,
});
