import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import {
  isMailedAnyway,
  type MailCadence,
  type MailKind,
  mailCadences,
  mailKinds,
} from '@afterhours/contract/notifications/mail-kinds';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { t } from '#lib/text/translate.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './kind-table.module.css';
import type { NotificationPreferences, WantedPreferences } from './mail-commands.ts';

const texts = defineMessages('notifications.kinds', {
  caption: 'What we notify you about, and how',
  kind: 'Kind',
  here: 'Here',
  devices: 'Devices',
  email: 'Email',
  shown: 'Shown here',
  off: 'Turned off above',
  onDevices: '{kind}, on your devices',
  byEmail: '{kind}, by email',
  anyway: 'Always',
  digestHint: 'In digest: included in your daily or weekly email. No: never emailed.',
});

const cadenceTexts = defineMessages('notifications.mail.cadence', {
  none: 'No',
  digest: 'In digest',
  instant: 'At once',
  daily: 'Daily',
  weekly: 'Weekly',
});

const kindTexts = defineMessages('notifications.mail.kind', {
  messaged: 'New messages',
  commented: 'Comments on your posts',
  replied: 'Replies to your comments',
  mentioned: 'Mentions of you',
  liked: 'Likes on your posts and comments',
  followed: 'New followers',
  invited: 'Invitations to connect',
  accepted: 'Accepted invitations',
  applied: 'Applications for your jobs',
  joinedWebinar: 'New attendees of your webinars',
  webinars: 'Webinars that you have a seat in',
  applying: 'Your job applications',
  hiring: 'Your own jobs closing',
  money: 'Disputes, refunds and payouts for webinars',
  jobMatched: 'New jobs for your saved searches',
  scheduled: 'Your scheduled posts',
  reports: 'Outcomes of your reports',
});

type Choice = NotificationPreferences['kinds'][number];
type OnSave = (wanted: WantedPreferences) => void;

/** Whether the account's switches, shown above, turn a kind off. */
function isTurnedOff(user: OwnUser, kind: MailKind): boolean {
  const { dependsOn } = mailKinds[kind];
  return dependsOn !== null && user[dependsOn] === 'Off';
}

/** Lists the choices of a kind. Without a digest, "in digest" and "no" have the same effect, so only one is offered. */
function listCadences(mail: MailCadence, hasDigest: boolean): { cadence: MailCadence; label: string }[] {
  const same = mail === 'none' ? 'digest' : 'none';
  return mailCadences
    .filter((cadence) => hasDigest || cadence !== same)
    .map((cadence) => ({
      cadence,
      label: t(cadenceTexts[cadence === 'digest' && !hasDigest ? 'none' : cadence]),
    }));
}

type RowProps = { choice: Choice; isOff: boolean; hasDigest: boolean; onSave: OnSave };

function KindRow({ choice, isOff, hasDigest, onSave }: RowProps) {
  const { kind, push, mail } = choice;
  const label = t(kindTexts[kind]);
  return (
    <tr>
      <th scope="row" className={styles.kind}>
        {label}
        {isOff && <span className={styles.off}>{t(texts.off)}</span>}
      </th>
      <td className={styles.here}>
        <Icon icon={isOff ? Minus : Check} size={18} />
        {!isOff && <VisuallyHidden>{t(texts.shown)}</VisuallyHidden>}
      </td>
      <td>
        <Checkbox
          className={styles.cell}
          label={<VisuallyHidden>{t(texts.onDevices, { kind: label })}</VisuallyHidden>}
          disabled={isOff}
          checked={push}
          onChange={(event) => onSave({ kinds: [{ kind, push: event.target.checked }] })}
        />
      </td>
      <td className={styles.email}>
        {isMailedAnyway(kind) ? (
          <span className={styles.anyway}>{t(texts.anyway)}</span>
        ) : (
          <Select
            label={t(texts.byEmail, { kind: label })}
            hideLabel
            disabled={isOff}
            value={mail}
            onChange={(event) => onSave({ kinds: [{ kind, mail: event.target.value as MailCadence }] })}
          >
            {listCadences(mail, hasDigest).map((one) => (
              <option key={one.cadence} value={one.cadence}>
                {one.label}
              </option>
            ))}
          </Select>
        )}
      </td>
    </tr>
  );
}

type KindTableProps = { user: OwnUser; kinds: readonly Choice[]; hasDigest: boolean; onSave: OnSave };

/** For each kind of notification: whether it is shown here, sent to devices, and mailed. */
export function KindTable({ user, kinds, hasDigest, onSave }: KindTableProps) {
  return (
    <div>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t(texts.caption)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              <VisuallyHidden>{t(texts.kind)}</VisuallyHidden>
            </th>
            {[texts.here, texts.devices].map((column) => (
              <th key={column.id} scope="col" className={styles.column}>
                {t(column)}
              </th>
            ))}
            <th scope="col" className={cx(styles.column, styles.mails)}>
              {t(texts.email)}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((choice) => (
            <KindRow
              key={choice.kind}
              choice={choice}
              isOff={isTurnedOff(user, choice.kind)}
              hasDigest={hasDigest}
              onSave={onSave}
            />
          ))}
        </tbody>
      </table>
      {hasDigest && <p className={styles.note}>{t(texts.digestHint)}</p>}
    </div>
  );
}
