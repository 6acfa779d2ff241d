/**
 * An address at which a calendar reads a member's webinars. Anybody who has the address can read them, so it can be
 * replaced.
 */
import * as z from 'zod/mini';
import { dateTime } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';
import { rawRoute, route } from '../base/route.ts';

export const calendarFeedMessages = defineMessages('webinars.calendarFeed', {
  made: 'Your calendar address is ready. The previous one no longer works.',
  revoked: 'Your calendar address no longer works.',
});

export const getCalendarFeed = route({
  method: 'GET',
  path: '/me/calendar',
  summary: 'Since when I have a calendar address; null for none. The address itself is returned once, on creation',
  access: 'member',
  cost: 'read',
  response: z.object({ since: z.nullable(dateTime) }),
});

export const createCalendarFeed = route({
  method: 'POST',
  path: '/me/calendar',
  summary: 'Create a calendar address; the previous one stops working',
  access: 'member',
  cost: 'write',
  response: z.object({ url: z.string(), since: dateTime }),
});

export const deleteCalendarFeed = route({
  method: 'DELETE',
  path: '/me/calendar',
  summary: 'End my calendar address',
  access: 'member',
  cost: 'write',
  response: z.null(),
});

/** `file` is the secret of the address followed by `.ics`. */
export const readCalendarFeed = rawRoute({
  method: 'GET',
  path: '/calendar/:file',
  summary: 'The webinars of the member who has this address, as a calendar',
  access: 'public',
  cost: 'write',
  produces: 'text/calendar; charset=utf-8',
});
