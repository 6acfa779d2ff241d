import { defineMessages } from '@afterhours/contract/base/message';
import { type FormEvent, useId, useState } from 'react';
import { formatClock, formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { words } from '#ui/text/words.ts';
import { type LocalTime, listQuickChoices, toLocalTime, toMoment, zoneName } from './publish-times.ts';
import styles from './scheduled.module.css';
import { problemTexts, scheduledTexts } from './scheduled-texts.ts';

const texts = defineMessages('posts.scheduleDialog', {
  title: 'When should it be published?',
  evening: 'This evening, {time}',
  morning: 'Tomorrow, {time}',
  monday: 'Monday, {time}',
  quick: 'Suggested times',
  date: 'Date',
  time: 'Time',
  zone: 'Your time zone: {zone}',
  set: 'Set time',
});

type ScheduleDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The current time of the post, ISO 8601. */
  publishAt: string | null;
  /** The label of the main button, which sets the time in a form, or saves it. */
  label?: string;
  pending?: boolean;
  /** Receives the time as ISO 8601. */
  onChoose: (publishAt: string) => void;
};

function QuickChoices({ chosen, onChoose }: { chosen: LocalTime; onChoose: (local: LocalTime) => void }) {
  return (
    <div role="group" aria-label={t(texts.quick)} className={styles.quick}>
      {listQuickChoices().map(({ name, moment }) => {
        const local = toLocalTime(moment);
        return (
          <ToggleChip
            key={name}
            pressed={local.date === chosen.date && local.time === chosen.time}
            onClick={() => onChoose(local)}
          >
            {t(texts[name], { time: formatClock(moment) })}
          </ToggleChip>
        );
      })}
    </div>
  );
}

/** Focuses the first field whose value is missing or invalid. */
function focusWrong(form: HTMLFormElement): void {
  const fields = Array.from(form.querySelectorAll('input'));
  fields.find(({ ariaInvalid, value }) => ariaInvalid === 'true' || value === '')?.focus();
}

/** The dialog's form; it is reset each time the dialog opens. */
function TimeForm({ id, publishAt, onChoose }: Pick<ScheduleDialogProps, 'publishAt' | 'onChoose'> & { id: string }) {
  const [local, setLocal] = useState(() =>
    toLocalTime(publishAt ? new Date(publishAt) : (listQuickChoices().at(0)?.moment ?? new Date())),
  );
  const [opened] = useState(() => new Date());
  const [tried, setTried] = useState(false);
  const moment = toMoment(local);
  const problem = moment instanceof Date ? undefined : moment;
  // A missing value is reported after the first submit, an invalid time at once.
  const error = problem && (tried || problem !== 'missing') ? t(problemTexts[problem]) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (moment instanceof Date) return onChoose(moment.toISOString());
    focusWrong(event.currentTarget);
  };
  return (
    <form id={id} noValidate className={styles.form} onSubmit={submit}>
      <QuickChoices chosen={local} onChoose={setLocal} />
      <div className={styles.pair}>
        <TextField
          type="date"
          name="date"
          label={t(texts.date)}
          min={toLocalTime(opened).date}
          value={local.date}
          error={error}
          onChange={({ target }) => setLocal({ ...local, date: target.value })}
          data-autofocus=""
          required
        />
        <TextField
          type="time"
          name="time"
          label={t(texts.time)}
          value={local.time}
          aria-invalid={error !== undefined}
          onChange={({ target }) => setLocal({ ...local, time: target.value })}
          required
        />
      </div>
      <p role="status" className={styles.quiet}>
        {moment instanceof Date
          ? t(scheduledTexts.at, { when: formatExact(moment), zone: zoneName(moment) })
          : t(texts.zone, { zone: zoneName(opened) })}
      </p>
    </form>
  );
}

/** Chooses when a post is published: a suggested time, or any date and time in the viewer's time zone. */
export function ScheduleDialog({
  open,
  onClose,
  publishAt,
  label = t(texts.set),
  pending = false,
  onChoose,
}: ScheduleDialogProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button type="submit" form={id} variant="primary" loading={pending}>
            {label}
          </Button>
        </>
      }
    >
      <TimeForm id={id} publishAt={publishAt} onChoose={onChoose} />
    </Dialog>
  );
}
