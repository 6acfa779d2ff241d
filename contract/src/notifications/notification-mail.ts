/**
 * Notifications by mail and on devices: what each member wants sent, quiet hours, and unsubscribing without signing in.
 */
import * as z from 'zod/mini';
import { bounded, list } from '../base/bounded.ts';
import { flag } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { digestCadences, mailCadences, mailKindNames, mailStops } from './mail-kinds.ts';

export const notificationMailMessages = defineMessages('notificationMail', {
  saved: 'Saved.',
  unsubscribed: 'Unsubscribed. We won’t send you any more emails about notifications.',
  unsubscribedFromDigests: 'Unsubscribed. We won’t send you any more daily or weekly emails.',
  deadLink: 'This link is incomplete. Open it from the email again, or turn emails off in Settings.',
  kind: 'There is no such kind of notification.',
  mail: "mail must be 'none', 'digest', 'instant', 'daily' or 'weekly'.",
  cadence: "cadence must be 'none', 'daily' or 'weekly'.",
  hour: 'Please choose a full hour, from 0 to 23.',
  weekday: 'Please choose a day of the week: 1 is Monday, 7 is Sunday.',
  manyKinds: 'At most {max, number} kinds at a time.',
  twice: 'Please name each kind once.',
  time: 'Please enter a time of day, such as 22:00.',
  sameTime: 'Quiet hours must not end at the time they begin.',
  zone: 'This time zone is not known.',
  onlyOn: 'Emails can only be switched on here.',
});

const mailKind = z.enum(mailKindNames, issueText(notificationMailMessages.kind));
const mail = z.enum(mailCadences, issueText(notificationMailMessages.mail));

const time = issueText(notificationMailMessages.time);
const timeOfDay = z.string(time).check(bounded(5, time), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, time));

const unknownZone = issueText(notificationMailMessages.zone);

/** Whether this runtime knows the time zone. An offset such as `+02:00` is not a zone. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const timeZone = z.string(unknownZone).check(bounded(64, unknownZone), z.refine(isTimeZone, unknownZone));

/**
 * Nothing is sent between these two times of day; it waits. If `to` is earlier than `from`, the time spans midnight.
 */
export const quietHours = z
  .object({
    from: timeOfDay,
    to: timeOfDay,
    timeZone,
  })
  .check(
    z.refine(({ from, to }) => from !== to, { error: issueText(notificationMailMessages.sameTime), path: ['to'] }),
  );
export type QuietHours = z.infer<typeof quietHours>;

const within = (first: number, last: number, message: ReturnType<typeof issueText>) =>
  z.int(message).check(z.minimum(first, message), z.maximum(last, message));

const digest = z.object({
  cadence: z.enum(digestCadences, issueText(notificationMailMessages.cadence)),
  hour: within(0, 23, issueText(notificationMailMessages.hour)),
  weekday: within(1, 7, issueText(notificationMailMessages.weekday)),
  timeZone,
  stopped: z.literal(false, issueText(notificationMailMessages.onlyOn)),
});

/**
 * `window` is whether the member is notified of this kind at all, by the account's switches; `push` is whether it is
 * sent to their devices. `stopped` is why nothing is mailed, whatever `kinds` has; null if mails are sent.
 * `messageText` is whether mails and device notifications include the text of private messages. `digest` is when daily
 * and weekly mails are sent, in its time zone (null if none has been chosen). Its cadence is for missed notifications
 * and the best of the network; the kinds have cadences of their own. `digest.stopped` is whether the member has
 * unsubscribed from the digest. With `calm`, instant mails wait for the day's digest.
 */
export const notificationPreferences = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(mailKindNames), window: z.boolean(), push: z.boolean(), mail: z.enum(mailCadences) }),
  ),
  stopped: z.nullable(z.enum(mailStops)),
  quiet: z.nullable(z.object({ from: z.string(), to: z.string(), timeZone: z.string() })),
  messageText: z.boolean(),
  digest: z.object({
    cadence: z.enum(digestCadences),
    hour: z.number(),
    weekday: z.number(),
    timeZone: z.nullable(z.string()),
    stopped: z.boolean(),
  }),
  calm: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
z.globalRegistry.add(notificationPreferences, { id: 'NotificationPreferences' });

export const getNotificationPreferences = route({
  method: 'GET',
  path: '/notification/preferences',
  summary: 'What I want mailed and sent to my devices',
  access: 'member',
  cost: 'read',
  response: notificationPreferences,
});

const push = flag(issueText(fieldTexts.trueOrFalse));
const chosenKinds = list(z.object({ kind: mailKind, mail: z.optional(mail), push: z.optional(push) }), {
  max: mailKindNames.length,
  message: issueText(notificationMailMessages.manyKinds, { max: mailKindNames.length }),
});

/**
 * Omitted fields and kinds stay unchanged. `stopped: null` switches mails on again; `digest.stopped: false` or a new
 * cadence switches the digest on.
 */
export const setNotificationPreferences = route({
  method: 'PUT',
  path: '/notification/preferences',
  summary: 'Choose what I want mailed and sent to my devices',
  access: 'member',
  cost: 'write',
  body: z.object({
    kinds: z.optional(
      chosenKinds.check(
        z.refine(
          (kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length,
          issueText(notificationMailMessages.twice),
        ),
      ),
    ),
    quiet: z.optional(z.nullable(quietHours)),
    messageText: z.optional(flag(issueText(fieldTexts.trueOrFalse))),
    stopped: z.optional(z.null(issueText(notificationMailMessages.onlyOn))),
    digest: z.optional(z.partial(digest)),
    calm: z.optional(flag(issueText(fieldTexts.trueOrFalse))),
  }),
  response: notificationPreferences,
});

const deadLink = issueText(notificationMailMessages.deadLink);

/** The path of the unsubscribe link in each mail; mail programs POST to the same address (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/u';

/** Unsubscribing again changes nothing. Responds with 404 to a token that this installation did not issue. */
export const unsubscribeFromMails = route({
  method: 'POST',
  path: '/notification/unsubscribe',
  summary: 'Unsubscribe from mails about notifications, with the token from one of them',
  access: 'public',
  cost: 'write',
  body: z.object({ token: z.string(deadLink).check(bounded(200, deadLink), z.minLength(1, deadLink)) }),
  response: z.null(),
});
