/** A host's changes to a webinar: another time, its cancellation, or a recording afterwards. */
import * as z from 'zod/mini';
import { dateTime, givenDateTime, id, idParams, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { isSerializableTime } from '../base/times.ts';
import { isWebAddress } from '../base/web-address.ts';
import { MAX_CANCEL_WORDS } from '../constants/webinars.ts';
import { postMessages } from '../posts/posts.ts';

export const webinarChangeMessages = defineMessages('webinars.changes', {
  cancelled: 'The webinar is cancelled. Everyone with a seat or on the waiting list is notified.',
  moved: 'The time has been changed. Everyone with a seat or on the waiting list is notified.',
  same: 'The webinar is already at this time.',
  notHost: 'Only the host of a webinar can do this.',
  notWebinar: 'This post is not a webinar.',
  begun: 'This webinar has begun, so it can no longer be cancelled. You can change its end.',
  startFixed: 'This webinar has begun. Its start stays as it is.',
  isCancelled: 'This webinar is cancelled.',
  nothing: 'Please enter a start or an end.',
  past: 'Please choose a start in the future.',
  oftenMoved: 'A webinar can be rescheduled {max} times a day.',
  recorded: 'The recording is available to everyone who had a seat.',
  unrecorded: 'Recording removed.',
});

const notTime = issueText(postMessages.notTime);
const time = givenDateTime(notTime).check(z.refine(isSerializableTime, notTime));
const wrongLink = issueText(postMessages.webinarLink);

/** Cancelling again changes nothing. */
export const cancelWebinar = route({
  method: 'POST',
  path: '/webinars/:id/cancel',
  summary: 'Cancel one of my webinars before it begins; everyone with a seat is notified and refunded',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  body: z.object({ words: z.optional(z.nullable(text({ max: MAX_CANCEL_WORDS }))) }),
  response: z.object({ _id: id, cancelledAt: dateTime }),
});

/** If the start or the end is omitted, the webinar keeps its own; null removes the end. */
export const setSchedule = route({
  method: 'PUT',
  path: '/webinars/:id/schedule',
  summary:
    'Reschedule one of my webinars; everyone with a seat is notified, and may give it up for a full refund. ' +
    'After the start only the end can be changed',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  body: z.object({ startsAt: z.optional(time), endsAt: z.optional(z.nullable(time)) }),
  response: z.object({ _id: id, startsAt: z.nullable(dateTime), endsAt: z.nullable(dateTime) }),
});

export const setRecording = route({
  method: 'PUT',
  path: '/webinars/:id/recording',
  summary: 'Set the link to the recording of one of my webinars, for members with a seat; null removes it',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({
    link: z.nullable(text({ max: 2_000 }).check(z.refine(isWebAddress, wrongLink))),
  }),
  response: z.object({ _id: id, recording: z.nullable(z.string()) }),
});
