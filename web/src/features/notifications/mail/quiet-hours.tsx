import { defineMessages } from '@afterhours/contract/base/message';
import type { QuietHours as Quiet } from '@afterhours/contract/notifications/notification-mail';
import { type ComponentProps, useState } from 'react';
import { zoneHere } from '#lib/browser/time-zones.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from './mail-card.module.css';
import { Zone } from './zone.tsx';

const texts = defineMessages('notifications.quiet', {
  title: 'Quiet hours',
  hint: 'No notifications on devices and no emails at night, or whenever you like. They are sent together afterwards.',
  from: 'From',
  to: 'To',
  same: 'Choose a time other than the start.',
});

type TimeProps = Omit<ComponentProps<typeof TextField>, 'value'> & { value: string; onTime: (time: string) => boolean };

/** A time field that saves its value on blur or on a choice, not while it is being typed. */
function TimeField({ value, onTime, ...field }: TimeProps) {
  const [typed, setTyped] = useState<string>();
  const store = () => {
    if (typed === undefined || typed === value || (typed !== '' && !onTime(typed))) return;
    setTyped(undefined);
  };
  return (
    <TextField
      {...field}
      type="time"
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={store}
      onKeyDown={(event) => event.key === 'Enter' && store()}
    />
  );
}

type QuietHoursProps = { quiet: Quiet | null; onChange: (quiet: Quiet | null) => void };

const USUAL = { from: '22:00', to: '07:00' };

/** The hours, in a time zone, in which no mails are sent. */
export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  const [same, setSame] = useState<'from' | 'to'>();
  const change = (name: 'from' | 'to', time: string): boolean => {
    if (!quiet) return true;
    const changed = { ...quiet, [name]: time };
    const isSame = changed.from === changed.to;
    setSame(isSame ? name : undefined);
    if (!isSame) onChange(changed);
    return !isSame;
  };
  return (
    <div className={styles.quiet}>
      <Switch
        label={t(texts.title)}
        hint={t(texts.hint)}
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? { ...USUAL, timeZone: zoneHere() } : null)}
      />
      {quiet && (
        <>
          <div className={styles.times}>
            {(['from', 'to'] as const).map((name) => (
              <TimeField
                key={name}
                label={t(texts[name])}
                value={quiet[name]}
                error={same === name ? t(texts.same) : undefined}
                onTime={(time) => change(name, time)}
              />
            ))}
          </div>
          <Zone zone={quiet.timeZone} onMove={(timeZone) => onChange({ ...quiet, timeZone })} />
        </>
      )}
    </div>
  );
}
