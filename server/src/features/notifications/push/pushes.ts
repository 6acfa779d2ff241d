/** The pushes to send to a device: a few notifications of a kind each get their own, many share one. */
import { hash } from 'node:crypto';
import { defineMessages } from '@afterhours/contract/base/message';
import { type NotificationKind, notificationKinds } from '@afterhours/contract/constants/notifications';
import { type MailKind, mailKindOf, mailKinds } from '@afterhours/contract/notifications/mail-kinds';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import type { PushPayload } from '@afterhours/contract/notifications/push';
import { sql } from 'kysely';
import { hasTie } from '#access/ties.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { english } from '#texts/english.ts';
import { excerpt } from '#texts/excerpt.ts';
import { loadViews } from '../details.ts';
import { columns } from '../queries.ts';
import { quote } from '../quote.ts';
import type { NotificationRow } from '../views.ts';
import type { DeviceRow } from './queries.ts';

/** More than this of one kind are combined into one push. */
const MAX_OF_KIND = 3;
const MAX_TITLE = 120;
/** The maximum length of a topic that push services accept. */
const TOPIC_LENGTH = 32;

const many = defineMessages('push.many', {
  messaged: '{n, plural, one {# new message} other {# new messages}}',
  commented: '{n, plural, one {# new comment on your posts} other {# new comments on your posts}}',
  replied: '{n, plural, one {# new reply to your comments} other {# new replies to your comments}}',
  mentioned: '{n, plural, one {# new mention of you} other {# new mentions of you}}',
  liked: '{n, plural, one {# new like on your posts and comments} other {# new likes on your posts and comments}}',
  followed: '{n, plural, one {# new follower} other {# new followers}}',
  invited: '{n, plural, one {# new invitation to connect} other {# new invitations to connect}}',
  accepted: '{n, plural, one {# accepted invitation} other {# accepted invitations}}',
  applied: '{n, plural, one {# new application for your jobs} other {# new applications for your jobs}}',
  joinedWebinar: '{n, plural, one {# new attendee of your webinars} other {# new attendees of your webinars}}',
  webinars: '{n, plural, one {An update on your webinar} other {# updates on your webinars}}',
  applying: '{n, plural, one {An update on your application} other {Updates on # of your applications}}',
  hiring: '{n, plural, one {One of your jobs is closing} other {# of your jobs are closing}}',
  money:
    '{n, plural, one {An update on a dispute, refund or payout} other {# updates on disputes, refunds and payouts}}',
  jobMatched: '{n, plural, one {New jobs for a saved search} other {New jobs for # saved searches}}',
  scheduled: '{n, plural, one {An update on # scheduled post} other {Updates on # scheduled posts}}',
  reports: '{n, plural, one {The outcome of one of your reports} other {The outcomes of # of your reports}}',
});

/** One push to a device; `ids` are the notifications it covers. */
export type Push = { ids: string[]; payload: PushPayload; urgency: 'normal' | 'high' };

type Waiting = { id: string; kind: NotificationKind; group_key: string; actors_count: number };

/** The kinds of notifications that the member wants on devices. */
const wantedKinds = ({ channels }: Pick<DeviceRow, 'channels'>): NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const chosenBy = mailKindOf[kind];
    return chosenBy !== null && (channels[chosenBy]?.push ?? mailKinds[chosenBy].push);
  });

/** Returns those notifications that still concern the member, oldest first. */
async function selectWaiting(db: Db, device: DeviceRow, ids: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT n.id, n.kind, n.group_key, n.actors_count FROM notifications n
    WHERE n.id = ANY (${[...ids]}::uuid[]) AND n.user_id = ${device.user_id}::uuid AND n.read_at IS NULL
      AND n.kind = ANY (${wantedKinds(device)}::text[])
      AND ${memberVisibleTo(sql.ref('n.user_id'), sql.ref('n.actor_id'))}
      AND (n.type <> 'message' OR ${hasTie(sql.ref('n.actor_id'), sql.ref('n.user_id'))})
    ORDER BY n.created_at, n.id`.execute(db);
  return rows;
}

async function loadById(db: Db, ids: readonly string[]): Promise<Map<string, Notification>> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications n JOIN users u ON u.id = n.actor_id
    WHERE n.id = ANY (${[...ids]}::uuid[])`.execute(db);
  return new Map((await loadViews(db, rows)).map((view) => [view._id, view]));
}

/**
 * Returns the same tag for the same group on a device. It reveals neither the group nor the member to the push service.
 */
const tagOf = ({ id }: DeviceRow, group: string): string =>
  hash('sha256', `${id} ${group}`, 'base64url').slice(0, TOPIC_LENGTH);

const urgencyOf = (kind: MailKind): Push['urgency'] => (kind === 'messaged' ? 'high' : 'normal');

function writeMany(device: DeviceRow, kind: MailKind, waiting: readonly Waiting[]): Push {
  const n = waiting.reduce((sum, one) => sum + Math.max(1, one.actors_count), 0);
  return {
    ids: waiting.map(({ id }) => id),
    urgency: urgencyOf(kind),
    payload: {
      title: english(many[kind], { n }),
      body: '',
      url: kind === 'messaged' ? '/Messages' : '/Notification',
      tag: tagOf(device, `kind:${kind}`),
      badge: device.unread,
    },
  };
}

function writeOne(device: DeviceRow, { id, group_key }: Waiting, kind: MailKind, view: Notification): Push {
  return {
    ids: [id],
    urgency: urgencyOf(kind),
    payload: {
      title: excerpt(view.content, MAX_TITLE),
      body: quote(view, device.message_text) ?? '',
      url: view.link,
      tag: tagOf(device, group_key),
      badge: device.unread,
    },
  };
}

/** Returns the pushes to send for these notifications. Notifications in none of them no longer need to be sent. */
export async function loadPushes(db: Db, device: DeviceRow, ids: readonly string[]): Promise<Push[]> {
  const waiting = await selectWaiting(db, device, ids);
  const byKind = Map.groupBy(waiting, ({ kind }) => mailKindOf[kind]);
  const few = [...byKind.values()].filter((ofKind) => ofKind.length <= MAX_OF_KIND).flat();
  const views = await loadById(
    db,
    few.map(({ id }) => id),
  );
  return [...byKind].flatMap(([kind, ofKind]) => {
    if (kind === null) return [];
    if (ofKind.length > MAX_OF_KIND) return [writeMany(device, kind, ofKind)];
    return ofKind.flatMap((one) => {
      const view = views.get(one.id);
      return view ? [writeOne(device, one, kind, view)] : [];
    });
  });
}

/** Returns a shorter payload, for a push service with a lower limit. */
export const shorten = (payload: PushPayload): PushPayload => ({
  ...payload,
  title: excerpt(payload.title, MAX_TITLE / 2),
  body: '',
});
