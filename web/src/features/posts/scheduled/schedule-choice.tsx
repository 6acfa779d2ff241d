import { defineMessages } from '@afterhours/contract/base/message';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { zoneName } from './publish-times.ts';
import styles from './scheduled.module.css';
import { scheduledTexts } from './scheduled-texts.ts';

const texts = defineMessages('posts.scheduleChoice', {
  change: 'Change',
  none: 'Remove the scheduled time',
});

const ScheduleDialog = lazyPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

type Choice = { publishAt: string | null; onChoose: (publishAt: string | null) => void };

type ChosenProps = {
  publishAt: string;
  button: RefObject<HTMLButtonElement | null>;
  onChange: () => void;
  onRemove: () => void;
};

/** The chosen time, with buttons to change it and to publish now instead. */
function Chosen({ publishAt, button, onChange, onRemove }: ChosenProps) {
  const moment = new Date(publishAt);
  return (
    <div className={styles.note}>
      <Icon icon={CalendarClock} />
      <p className={styles.noteText}>{t(scheduledTexts.at, { when: formatExact(moment), zone: zoneName(moment) })}</p>
      <div className={styles.noteWays}>
        <Button ref={button} size="small" onClick={onChange}>
          {t(texts.change)}
        </Button>
        <IconButton icon={X} size={18} label={t(texts.none)} onClick={onRemove} />
      </div>
    </div>
  );
}

/** Below the form of a new post: whether and when it is published later. */
export function ScheduleChoice({ publishAt, onChoose }: Choice) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(publishAt);
  // One of the two buttons replaces the other: it takes the focus, which also keeps it in view.
  useEffect(() => {
    if ((before.current === null) !== (publishAt === null)) button.current?.focus();
    before.current = publishAt;
  }, [publishAt]);
  return (
    <div className={styles.choice}>
      {publishAt === null ? (
        <Button
          ref={button}
          icon={CalendarClock}
          variant="quiet"
          aria-haspopup="dialog"
          className={styles.choose}
          onClick={() => setOpen(true)}
        >
          {t(scheduledTexts.choose)}
        </Button>
      ) : (
        <Chosen publishAt={publishAt} button={button} onChange={() => setOpen(true)} onRemove={() => onChoose(null)} />
      )}
      <ScheduleDialog
        open={open}
        onClose={() => setOpen(false)}
        publishAt={publishAt}
        onChoose={(chosen) => {
          setOpen(false);
          onChoose(chosen);
        }}
      />
    </div>
  );
}
