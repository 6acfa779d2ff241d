import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { lazy, Suspense } from 'react';
import { OwnDecisions } from '#features/moderation/components/own-decisions.tsx';
import { OwnReports } from '#features/moderation/components/own-reports.tsx';
import { AccountSwitches } from '#features/profile/switches/account-switches.tsx';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import { MentionSetting } from './privacy/mention-setting.tsx';
import { MessageSetting } from './privacy/message-setting.tsx';
import { VisibilitySetting } from './privacy/visibility-setting.tsx';
import styles from './privacy-tab.module.css';
import shared from './settings.module.css';

const texts = defineMessages('settings.privacy', {
  title: 'Data Privacy',
  searchHistory: 'Search history',
  twoMonths: '2 Months',
  invitations: 'Invitations',
  messages: 'Messages',
  nudges: 'Message nudges',
  harmful: 'Automated detection of harmful content',
  yes: 'Yes',
  no: 'No',
  showProfile: 'Show profile',
  onApply: 'on apply',
  onMessage: 'on message',
  others: 'What others can see',
  presence: 'Show when I am online',
  presenceHint: 'Off: no one sees when you are or were online, and you don’t see when others are.',
  receipts: 'Read receipts',
  receiptsHint: 'Off: no one sees what you have read, and you don’t see what others have read.',
});

const MutedList = lazy(async () => ({
  default: (await import('#features/mutes/components/muted-list.tsx')).MutedList,
}));

/** Read-only facts. */
const facts = [
  [texts.searchHistory, texts.twoMonths],
  [texts.invitations, texts.yes],
  [texts.messages, texts.yes],
  [texts.nudges, texts.no],
  [texts.harmful, texts.yes],
] as const;
const shown = [
  [texts.onApply, texts.yes],
  [texts.onMessage, texts.yes],
  [texts.messages, texts.yes],
] as const;

const switches = [
  {
    name: 'show_presence',
    label: texts.presence,
    hint: texts.presenceHint,
  },
  {
    name: 'read_receipts',
    label: texts.receipts,
    hint: texts.receiptsHint,
  },
] as const;

function Facts({ of }: { of: readonly (readonly [MessageDescriptor, MessageDescriptor])[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(([name, value]) => (
        <div key={name.id}>
          <dt>{t(name)}</dt>
          <dd>{t(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the member's data is handled, and what other members can see. */
export function PrivacyTab({ user }: { user: OwnUser }) {
  return (
    <div className={shared.stack}>
      <Card title={t(texts.title)}>
        <Facts of={facts} />
        <h3 className={styles.group}>{t(texts.showProfile)}</h3>
        <Facts of={shown} />
      </Card>
      <Card title={t(texts.others)}>
        <div className={shared.form}>
          <VisibilitySetting user={user} />
          <AccountSwitches user={user} switches={switches} />
          <MentionSetting user={user} />
          <MessageSetting user={user} />
        </div>
      </Card>
      <Suspense fallback={null}>
        <MutedList />
      </Suspense>
      <OwnReports />
      <OwnDecisions />
    </div>
  );
}
