/** Notifications on devices (Web Push): which of a member's browsers get them, and what is sent to each. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';

export const MAX_PUSH_DEVICES = 10;
/** How many test notifications a member can send in an hour: each is a request to an address that a browser named. */
export const PUSH_TESTS_AN_HOUR = 20;
const MAX_ENDPOINT = 2_000;

export const pushMessages = defineMessages('push', {
  endpoint: 'This is not the address of a push service.',
  keys: 'The keys of this device could not be read.',
  many: 'At most {max, number} devices get notifications. Remove one of them first.',
  added: 'This device now gets notifications.',
  removed: 'This device no longer gets notifications.',
  testSent: 'Sent. It arrives within seconds.',
  notHere: 'This device does not get notifications.',
  gone: 'The push service no longer knows this device. Allow notifications here again.',
  manyTests: 'You have sent many test notifications. Please try again in an hour.',
  away: 'The push service did not accept the notification. Please try again later.',
});

/**
 * The payload, which the browser receives encrypted. `url` is a path in the product; a notification replaces an earlier
 * one with the same `tag`.
 */
export const pushPayload = z.object({
  title: z.string(),
  body: z.string(),
  url: z.string(),
  tag: z.string(),
  /** The number of the member's unread notifications. */
  badge: z.int(),
});
export type PushPayload = z.infer<typeof pushPayload>;

/** A session's browser that gets notifications; `current` is true for the one that makes the request. */
export const pushDevice = z.object({
  _id: id,
  userAgent: z.nullable(z.string()),
  createdAt: dateTime,
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** `publicKey` is the browsers' `applicationServerKey`. */
export const pushDevices = z.object({ publicKey: z.string(), devices: z.array(pushDevice) });
export type PushDevices = z.infer<typeof pushDevices>;
z.globalRegistry.add(pushDevices, { id: 'PushDevices' });

export const listPushDevices = route({
  method: 'GET',
  path: '/push/subscriptions',
  summary: 'Which of my devices get notifications, and the key to subscribe with',
  access: 'member',
  cost: 'read',
  response: pushDevices,
});

const wrongEndpoint = issueText(pushMessages.endpoint);
const wrongKeys = issueText(pushMessages.keys);
/** A key of this many base64url characters, with or without padding. */
const key = (characters: number) =>
  z.string(wrongKeys).check(bounded(96, wrongKeys), z.regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), wrongKeys));

/**
 * Takes the output of the browsers' `PushSubscription.toJSON()`. The subscription ends with the session that sends it.
 */
export const createPushSubscription = route({
  method: 'POST',
  path: '/push/subscriptions',
  summary: 'Send notifications to this device, replacing an earlier subscription of its session',
  access: 'member',
  cost: 'write',
  body: z.object({
    endpoint: z.string(wrongEndpoint).check(bounded(MAX_ENDPOINT, wrongEndpoint), z.minLength(1, wrongEndpoint)),
    keys: z.object({ p256dh: key(87), auth: key(22) }, wrongKeys),
  }),
  response: pushDevices,
});

export const deletePushSubscription = route({
  method: 'DELETE',
  path: '/push/subscriptions',
  summary: 'Stop notifications on this device; repeating the call changes nothing',
  access: 'member',
  cost: 'write',
  response: pushDevices,
});

export const deletePushDevice = route({
  method: 'DELETE',
  path: '/push/subscriptions/:id',
  summary: 'Stop notifications on one of my devices',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: pushDevices,
});

export const sendTestPush = route({
  method: 'POST',
  path: '/push/test',
  summary: 'Send a notification to this device now',
  access: 'member',
  cost: 'heavy',
  response: z.null(),
});
