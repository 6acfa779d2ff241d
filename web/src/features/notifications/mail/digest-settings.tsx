import { defineMessages } from '@afterhours/contract/base/message';
import { type DigestCadence, digestCadences } from '@afterhours/contract/notifications/mail-kinds';
import { zoneHere } from '#lib/browser/time-zones.ts';
import { dateLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Select } from '#ui/fields/select.tsx';
import styles from './mail-card.module.css';
import type { NotificationPreferences, WantedPreferences } from './mail-commands.ts';
import { Zone } from './zone.tsx';

const texts = defineMessages('notifications.digest', {
  title: 'Daily and weekly emails',
  lead: 'At most one email a day, and none when there is nothing new.',
  cadence: 'What you missed and highlights from your network',
  cadenceHint: 'Unread notifications, the best posts, upcoming webinars, and jobs that suit you.',
  none: 'Never',
  daily: 'Every day',
  weekly: 'Every week',
  hour: 'Hour',
  weekday: 'Weekly emails come on',
  stopped: 'You have unsubscribed from daily and weekly emails, so none are sent.',
  resume: 'Switch them on',
});

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Formats an hour or a weekday in the language of the page. 5 January 2026 was a Monday. */
const writeHour = (hour: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5, hour));
const writeWeekday = (day: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + day));

type Digest = NotificationPreferences['digest'];
type DigestSettingsProps = { preferences: NotificationPreferences; onSave: (wanted: WantedPreferences) => void };

/** Whether the member receives any daily or weekly mail, and whether any weekly one. */
function findNeeded({ kinds, digest, calm }: NotificationPreferences): { any: boolean; weekly: boolean } {
  const cadences = new Set([digest.cadence, ...kinds.map(({ mail }) => (calm && mail === 'instant' ? 'daily' : mail))]);
  const weekly = cadences.has('weekly');
  return { any: weekly || cadences.has('daily'), weekly };
}

function Times({ digest, weekly, onChange }: { digest: Digest; weekly: boolean; onChange: Change }) {
  return (
    <>
      <div className={styles.times}>
        <Select
          label={t(texts.hour)}
          value={digest.hour}
          onChange={(event) => onChange({ hour: Number(event.target.value) })}
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {writeHour(hour)}
            </option>
          ))}
        </Select>
        {weekly && (
          <Select
            label={t(texts.weekday)}
            value={digest.weekday}
            onChange={(event) => onChange({ weekday: Number(event.target.value) })}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {writeWeekday(day)}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Zone zone={digest.timeZone ?? zoneHere()} onMove={(timeZone) => onChange({ timeZone })} />
    </>
  );
}

type Change = (changed: NonNullable<WantedPreferences['digest']>) => void;

/** How often a digest is sent, and when daily and weekly mails are sent. */
export function DigestSettings({ preferences, onSave }: DigestSettingsProps) {
  const { digest } = preferences;
  const { any, weekly } = findNeeded(preferences);
  // The member's first choice sets the time zone of this device.
  const onChange: Change = (changed) =>
    onSave({ digest: digest.timeZone === null ? { timeZone: zoneHere(), ...changed } : changed });
  return (
    <section className={styles.quiet} aria-label={t(texts.title)}>
      <div>
        <h3 className={styles.heading}>{t(texts.title)}</h3>
        <p className={styles.hint}>{t(texts.lead)}</p>
      </div>
      {digest.stopped && (
        <Banner
          tone="info"
          action={<Button onClick={() => onSave({ digest: { stopped: false } })}>{t(texts.resume)}</Button>}
        >
          {t(texts.stopped)}
        </Banner>
      )}
      <div className={styles.cadence}>
        <Select
          label={t(texts.cadence)}
          hint={t(texts.cadenceHint)}
          value={digest.cadence}
          onChange={(event) => {
            const cadence = event.target.value as DigestCadence;
            onChange(digest.stopped && cadence !== 'none' ? { cadence, stopped: false } : { cadence });
          }}
        >
          {digestCadences.map((cadence) => (
            <option key={cadence} value={cadence}>
              {t(texts[cadence])}
            </option>
          ))}
        </Select>
      </div>
      {any && <Times digest={digest} weekly={weekly} onChange={onChange} />}
    </section>
  );
}
