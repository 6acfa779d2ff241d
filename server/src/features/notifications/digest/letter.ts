/** The daily or weekly digest mail. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { Post } from '@afterhours/contract/posts/posts';
import { fullName } from '#features/people/views.ts';
import { titleOf } from '#features/posts/loaders.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';
import { excerpt } from '#texts/excerpt.ts';
import { type Letter, type Row, type Section, writeMail } from '../mail/layout.ts';
import { notificationSection, notificationTexts } from '../mail/letter.ts';
import type { Contents } from './contents.ts';
import type { Extent } from './plan.ts';

const texts = defineMessages('notificationMail.digest', {
  subjectDay: 'Your day at {app}',
  subjectWeek: 'Your week at {app}',
  leadDay: 'This is what happened since yesterday:',
  leadWeek: 'This is what happened since last week:',
  missed: 'What you missed',
  posts: 'Best posts from your network',
  webinars: 'Webinars starting soon',
  jobs: 'Jobs that may suit you',
  by: 'By {name}',
  openings: 'Openings: {openings}',
  open: 'Open {app}',
  whyDay: 'You get this email because you asked {app} to email you once a day.',
  whyWeek: 'You get this email because you asked {app} to email you once a week.',
  unsubscribe: 'Stop daily and weekly emails',
});

const MAX_TITLE = 140;
const MAX_QUOTE = 160;

const formatTime = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(time));

/** Returns the product's own facts about a post, shown below its title. */
function factsOf(post: Post, timeZone: string): string {
  const about =
    post.postType === 'webinar'
      ? [post.startsAt && formatTime(post.startsAt, timeZone)]
      : [post.opening && english(texts.openings, { openings: post.opening }), post.salary];
  const by = post.title ? [english(texts.by, { name: fullName(post.user) })] : [];
  return [...about, ...by].filter(Boolean).join(' · ');
}

const toRow = (post: Post, timeZone: string): Row => ({
  title: excerpt(titleOf(post), MAX_TITLE),
  path: `/p/${post._id}`,
  written: Boolean(post.title),
  facts: factsOf(post, timeZone),
  quote: excerpt(post.description, MAX_QUOTE),
});

type DigestInput = Pick<Letter, 'to' | 'name' | 'appName' | 'origin' | 'messageId'> & {
  period: Extent['period'];
  messageText: boolean;
  contents: Contents;
  unsubscribeUrl: string;
};

export function digestMail(mail: DigestInput): MailMessage {
  const { to, name, appName, origin, messageId, messageText, contents, unsubscribeUrl } = mail;
  const isWeek = mail.period === 'week';
  const toSection = (posts: readonly Post[], heading: Section['heading']): Section => ({
    heading,
    rows: posts.map((post) => toRow(post, contents.timeZone)),
    below: [],
  });
  const missed = { views: contents.views, count: contents.ids.length, messageText };
  const sections = [
    notificationSection(missed, english(texts.missed)),
    toSection(contents.posts, english(texts.posts)),
    toSection(contents.webinars, english(texts.webinars)),
    toSection(contents.jobs, english(texts.jobs)),
  ];
  return writeMail({
    to,
    name,
    appName,
    origin,
    messageId,
    subject: english(isWeek ? texts.subjectWeek : texts.subjectDay, { app: appName }),
    lead: english(isWeek ? texts.leadWeek : texts.leadDay),
    sections: sections.filter(({ rows }) => rows.length > 0),
    button:
      contents.views.length > 0
        ? { label: english(notificationTexts.see), path: '/Notification' }
        : { label: english(texts.open, { app: appName }), path: '/home' },
    why: english(isWeek ? texts.whyWeek : texts.whyDay, { app: appName }),
    unsubscribe: { label: english(texts.unsubscribe), url: unsubscribeUrl },
  });
}
