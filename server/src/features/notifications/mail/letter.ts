/** The mail that follows soon after notifications. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';
import { quote } from '../quote.ts';
import { type Letter, type Section, writeMail } from './layout.ts';

const texts = defineMessages('notificationMail.instant', {
  one: '{what} – {app}',
  subject: '{n, plural, one {# new notification} other {# new notifications}} – {app}',
  lead: 'Here is what’s new:',
  why: 'You get this email because of your notification settings at {app}.',
});

export const notificationTexts = defineMessages('notificationMail.rows', {
  more: '{n, plural, one {and # more} other {and # more}}',
  see: 'See all notifications',
  unsubscribe: 'Stop emails about notifications',
});

/** The notifications that a mail contains. */
export type MailedNotifications = {
  views: readonly Notification[];
  /** How many there are, including those that are not shown. */
  count: number;
  /** Whether the mail may contain text from private messages. */
  messageText: boolean;
};

export const notificationSection = (
  { views, count, messageText }: MailedNotifications,
  heading: Section['heading'] = null,
): Section => ({
  heading,
  rows: views.map((view) => ({ title: view.content, path: view.link, quote: quote(view, messageText) })),
  below: count > views.length ? [english(notificationTexts.more, { n: count - views.length })] : [],
});

export type MailInput = MailedNotifications &
  Pick<Letter, 'to' | 'name' | 'appName' | 'origin' | 'messageId'> & { unsubscribeUrl: string };

export function notificationMail(mail: MailInput): MailMessage {
  const { to, name, appName, origin, messageId, views, count, unsubscribeUrl } = mail;
  const [only] = views;
  return writeMail({
    to,
    name,
    appName,
    origin,
    messageId,
    subject:
      only && count === 1
        ? english(texts.one, { what: only.content, app: appName })
        : english(texts.subject, { n: count, app: appName }),
    lead: english(texts.lead),
    sections: [notificationSection(mail)],
    button: { label: english(notificationTexts.see), path: '/Notification' },
    why: english(texts.why, { app: appName }),
    unsubscribe: { label: english(notificationTexts.unsubscribe), url: unsubscribeUrl },
  });
}
