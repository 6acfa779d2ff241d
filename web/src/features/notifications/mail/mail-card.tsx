import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import type { MailStop } from '@afterhours/contract/notifications/mail-kinds';
import { zoneHere } from '#lib/browser/time-zones.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { DigestSettings } from './digest-settings.tsx';
import { KindTable } from './kind-table.tsx';
import styles from './mail-card.module.css';
import type { NotificationPreferences, WantedPreferences } from './mail-commands.ts';
import { QuietHours } from './quiet-hours.tsx';
import { usePreferences } from './use-preferences.ts';

const texts = defineMessages('notifications.mail', {
  title: 'How they reach you',
  lead:
    'What you haven’t read here within half a minute can be sent to your devices and by email, at once, daily or ' +
    'weekly.',
  messageText: 'Quote private messages',
  messageTextHint: 'When off, devices and emails say who wrote to you, but not what.',
  calm: 'Calm mode',
  calmHint: 'One email a day instead of emails at once, nothing on devices, and a dot instead of numbers.',
  unsubscribed: 'You have unsubscribed, so none of these emails are sent.',
  refused: 'Emails to {email} came back three times, so we stopped. Check the address, then switch emails on again.',
  resume: 'Switch emails on',
  loading: 'Loading what is sent',
});

type StoppedProps = { stopped: MailStop; email: string; onResume: () => void };

function Stopped({ stopped, email, onResume }: StoppedProps) {
  return (
    <div className={styles.banner}>
      <Banner
        tone={stopped === 'refused' ? 'danger' : 'info'}
        action={<Button onClick={onResume}>{t(texts.resume)}</Button>}
      >
        {stopped === 'refused' ? (
          <Sentence text={texts.refused} values={{ email: <bdi>{email}</bdi> }} />
        ) : (
          t(texts.unsubscribed)
        )}
      </Banner>
    </div>
  );
}

type ChoicesProps = {
  user: OwnUser;
  preferences: NotificationPreferences;
  onSave: (wanted: WantedPreferences) => void;
};

function Choices({ user, preferences, onSave }: ChoicesProps) {
  const { quiet, messageText, digest } = preferences;
  // Daily and weekly mails use the time zone of the device on which the first one was chosen.
  const onSaveTimed = (wanted: WantedPreferences, waits: boolean) =>
    onSave(waits && digest.timeZone === null ? { ...wanted, digest: { timeZone: zoneHere() } } : wanted);
  const onSaveKind = (wanted: WantedPreferences) =>
    onSaveTimed(wanted, wanted.kinds?.some(({ mail }) => mail === 'daily' || mail === 'weekly') ?? false);
  return (
    <div className={styles.form}>
      <KindTable
        user={user}
        kinds={preferences.kinds}
        hasDigest={digest.cadence !== 'none' && !digest.stopped}
        onSave={onSaveKind}
      />
      <DigestSettings preferences={preferences} onSave={onSave} />
      <Switch
        label={t(texts.messageText)}
        hint={t(texts.messageTextHint)}
        checked={messageText}
        onChange={(event) => onSave({ messageText: event.target.checked })}
      />
      <Switch
        label={t(texts.calm)}
        hint={t(texts.calmHint)}
        checked={preferences.calm}
        onChange={(event) => onSaveTimed({ calm: event.target.checked }, event.target.checked)}
      />
      <QuietHours quiet={quiet} onChange={(changed) => onSave({ quiet: changed })} />
    </div>
  );
}

/** Which notifications are mailed and sent to devices, and the quiet hours. */
export function MailCard({ user }: { user: OwnUser }) {
  const { status, preferences, message, retry, save } = usePreferences();
  const onSave = (wanted: WantedPreferences) => void save(wanted);
  return (
    <Card title={t(texts.title)}>
      <p className={styles.lead}>{t(texts.lead)}</p>
      {status === 'failed' && <ErrorState message={message} onRetry={retry} quiet />}
      {status === 'loading' && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <Skeleton shape="text" lines={5} />
        </>
      )}
      {status === 'ready' && preferences && (
        <>
          {preferences.stopped && (
            <Stopped stopped={preferences.stopped} email={user.email} onResume={() => onSave({ stopped: null })} />
          )}
          <Choices user={user} preferences={preferences} onSave={onSave} />
        </>
      )}
    </Card>
  );
}
