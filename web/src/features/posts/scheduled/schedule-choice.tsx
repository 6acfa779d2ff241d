import { defineMessages } from '@afterhours/contract/base/message';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './scheduled.module.css';
import { SCHEDULED_PATH, scheduledTexts } from './scheduled-texts.ts';
import { zoneName } from './when.ts';

const texts = defineMessages('posts.scheduleChoice', {
  change: 'Change',
  none: 'Publish without a time',
  all: 'All scheduled posts',
});

const ScheduleDialog = lazyPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

type Choice = { publishAt: string | null; onChoose: (publishAt: string | null) => void };

/** The button that opens the choice of a time, and its dialog. */
export function ScheduleButton({ publishAt, onChoose, disabled }: Choice & { disabled: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={CalendarClock}
        label={t(scheduledTexts.choose)}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
      />
      <ScheduleDialog
        open={open}
        onClose={() => setOpen(false)}
        publishAt={publishAt}
        onChoose={(chosen) => {
          setOpen(false);
          onChoose(chosen);
        }}
      />
    </>
  );
}

/** Above the form of a post that is to be published later: when, and the way back to publishing it now. */
export function ScheduleNote({ publishAt, onChoose }: Choice) {
  const [open, setOpen] = useState(false);
  if (publishAt === null) return null;
  const moment = new Date(publishAt);
  return (
    <div className={styles.note}>
      <Icon icon={CalendarClock} />
      <p className={styles.noteText}>
        {t(scheduledTexts.at, { when: formatExact(moment), zone: zoneName(moment) })}{' '}
        <TextLink to={SCHEDULED_PATH}>{t(texts.all)}</TextLink>
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(texts.change)}
      </Button>
      <IconButton icon={X} size={18} label={t(texts.none)} onClick={() => onChoose(null)} />
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
