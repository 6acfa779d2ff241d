import { defineMessages } from '@afterhours/contract/base/message';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { clockOf, findTimeZones, offsetOf, type TimeZone, zoneHere } from '#lib/browser/time-zones.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './zone-dialog.module.css';

const texts = defineMessages('notifications.zoneDialog', {
  title: 'Choose a time zone',
  search: 'City, region or time zone',
  zones: 'Time zones',
  here: 'This device',
  none: 'No time zone has this name. Look for a large city nearby.',
  more: 'Search to find the others.',
  found: '{count, plural, one {# time zone} other {# time zones}}',
});

/** Enough to scroll through; the others are found by name. */
const SHOWN = 60;

const optionId = (listId: string, at: number): string => `${listId}-${at}`;

type OptionProps = { zone: TimeZone; id: string; active: boolean; here: boolean; now: number; onChoose: () => void };

function Option({ zone: { zone, place, area }, id, active, here, now, onChoose }: OptionProps) {
  return (
    // The text field has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.place}>
        <bdi>{place}</bdi>
        <span className={styles.quiet}>{here ? t(texts.here) : area}</span>
      </span>
      <span className={styles.time}>
        {clockOf(zone, now)}
        <span className={styles.quiet}>{offsetOf(zone, now)}</span>
      </span>
    </div>
  );
}

type PickerProps = { chosen: string; onChoose: (zone: string) => void };

/** The time zones that match a text, and the active one, which the arrow keys move; Enter chooses it. */
function useZones({ chosen, onChoose }: PickerProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const here = zoneHere();
  const found = findTimeZones(typed, [here, chosen]);
  const shown = found.slice(0, SHOWN);
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView?.({ block: 'nearest' });
  }, [listId, active]);
  const step = (by: number) => setActive((at) => (at + by + shown.length) % Math.max(1, shown.length));
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => shown[active] && onChoose(shown[active].zone),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onType = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  return { listId, typed, onType, onKeyDown, active, here, count: found.length, shown };
}

/** A text field, and the time zones that match it. */
function Picker({ chosen, onChoose }: PickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const [now] = useState(Date.now);
  const { listId, typed, onType, onKeyDown, active, here, count, shown } = useZones({ chosen, onChoose });
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.picker}>
      <TextField
        ref={field}
        type="search"
        label={t(texts.search)}
        autoComplete="off"
        maxLength={100}
        value={typed}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown.length > 0 ? optionId(listId, active) : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => onType(event.target.value)}
      />
      <div key={typed} id={listId} role="listbox" aria-label={t(texts.zones)} className={styles.options}>
        {shown.map((zone, at) => (
          <Option
            key={zone.zone}
            id={optionId(listId, at)}
            zone={zone}
            active={at === active}
            here={zone.zone === here}
            now={now}
            onChoose={() => onChoose(zone.zone)}
          />
        ))}
      </div>
      {shown.length < count && <p className={styles.note}>{t(texts.more)}</p>}
      {shown.length === 0 && <p className={styles.note}>{t(texts.none)}</p>}
      <VisuallyHidden role="status">{typed !== '' && t(texts.found, { count })}</VisuallyHidden>
    </div>
  );
}

type ZoneDialogProps = { open: boolean; zone: string; onClose: () => void; onChoose: (zone: string) => void };

/** Chooses a time zone: the device's own, the current one, or any other, found by name. */
export const ZoneDialog = ({ open, zone, onClose, onChoose }: ZoneDialogProps) => (
  <Dialog open={open} onClose={onClose} title={t(texts.title)}>
    {open && <Picker chosen={zone} onChoose={onChoose} />}
  </Dialog>
);
