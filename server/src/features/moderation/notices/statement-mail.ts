/** The mail with the statement of reasons for a decision, sent to the member concerned. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { labelNames } from '@afterhours/contract/constants/labels';
import { APPEAL_DAYS } from '@afterhours/contract/moderation/staff-cases';
import { writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { english } from '#texts/english.ts';
import { excerpt } from '#texts/excerpt.ts';
import { writeDay, writeTime } from '#texts/times.ts';
import { sumUp } from '../cases/case-views.ts';
import { isAgainst } from '../cases/decision-rules.ts';
import type { StatementRow } from './notice-queries.ts';

const texts = defineMessages('moderation.mail', {
  subject: 'A moderation decision affects you – {app}',
  label: 'Label: {label}',
  about: 'It concerns this: “{text}”',
  statement: 'Statement: {statement}',
  facts: 'Facts: {facts}',
  rule: 'Rule: {rule}',
  until: 'This decision ends on {when}.',
  noEnd: 'This decision has no end date.',
  byNotice: 'A moderator made this decision after a report by a member; no automation was involved.',
  automated: 'This was done automatically. A moderator will review it and decide.',
  byStaff: 'A moderator made this decision without a report; no automation was involved.',
  appeal: 'If you disagree, you can appeal until {when}: open the link above and sign in.',
  released: 'It is no longer held: others can see it now.',
  link: 'Read the decision',
});

const openings = defineMessages('moderation.mail.opening', {
  none: 'We have reviewed your appeal. The decision stands.',
  warn: 'You have received a warning.',
  label: 'We have labelled something that you posted. Everyone can still see it, with the label.',
  labelProfile: 'We have labelled your profile. Everyone can still see it, with the label.',
  hide: 'We have hidden something that you posted.',
  hidePictures: 'We have hidden the pictures of your profile. You can choose others.',
  remove: 'We have removed something that you posted.',
  suspend: 'We have suspended your account.',
  hideMessage: 'We have removed a message that you sent.',
  suspendAndHideMessage: 'We have suspended your account and removed a message that you sent.',
  suspendAndHide: 'We have suspended your account and hidden something that you posted.',
  ban: 'We have banned your account. Nobody can see your profile or anything you wrote.',
  hold: 'Something that you posted is held: only you can see it until a moderator has reviewed it.',
  release: 'A moderator has reviewed something that you posted, which was held.',
  reverse: 'We have reversed a moderation decision about you.',
});

const EXCERPT = 200;

/** Returns how long the decision lasts and how it came about; empty unless it is against the member. */
function toCircumstances({ action, automated, until, by_notice, zone }: StatementRow): WrittenText[] {
  if (automated && action === 'hold') return [english(texts.automated)];
  if (action === 'none' || action === 'reverse' || action === 'warn') return [];
  return [
    until ? english(texts.until, { when: writeTime(until, zone) }) : english(texts.noEnd),
    english(by_notice ? texts.byNotice : texts.byStaff),
  ];
}

const openingOf = ({ action, hides, pictures, subject_kind }: StatementRow): keyof typeof openings => {
  if (action === 'suspend' && hides) return subject_kind === 'message' ? 'suspendAndHideMessage' : 'suspendAndHide';
  if (action === 'label' && subject_kind === 'member') return 'labelProfile';
  if (pictures) return 'hidePictures';
  if (subject_kind === 'message' && (action === 'hide' || action === 'remove')) return 'hideMessage';
  return action === 'none' && subject_kind !== 'appeal' ? 'release' : action;
};

/** Whether a decision makes content visible that was held until then. */
const isReleased = ({ action, hides, was_held }: StatementRow): boolean =>
  was_held && !hides && ['none', 'warn', 'label', 'suspend'].includes(action);

function toReasons(row: StatementRow): WrittenText[] {
  const { label, rule, facts, statement, evidence, subject_kind } = row;
  const about = subject_kind === 'appeal' ? '' : excerpt(sumUp(subject_kind, evidence), EXCERPT);
  return [
    ...(label ? [english(texts.label, { label: english(labelNames[label]) })] : []),
    ...(about ? [english(texts.about, { text: about })] : []),
    ...(statement ? [english(texts.statement, { statement })] : []),
    ...(facts ? [english(texts.facts, { facts })] : []),
    ...(rule ? [english(texts.rule, { rule })] : []),
  ];
}

export function statementMail(
  row: StatementRow,
  { appName, publicUrl }: { appName: string; publicUrl: string },
): MailMessage {
  const link = `${publicUrl}/Settings?tab=privacy#decisions`;
  const appealUntil = writeDay(new Date(row.created_at.getTime() + APPEAL_DAYS * DAY_MS), row.zone);
  const appeal = isAgainst(row.action) ? [english(texts.appeal, { when: appealUntil })] : [];
  const released = isReleased(row) ? [english(texts.released)] : [];
  const lines = [english(openings[openingOf(row)]), ...released, ...toReasons(row), ...toCircumstances(row), ...appeal];
  const action = writeLink(link, english(texts.link));
  const letter = { to: row.email, name: row.first_name, appName };
  const subject = english(texts.subject, { app: appName });
  return { to: row.email, subject, ...writeLetter(letter, lines, action), essence: link };
}
