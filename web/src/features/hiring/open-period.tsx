import { defineMessages } from '@afterhours/contract/base/message';
import type { Job } from '@afterhours/contract/jobs/jobs';
import { useState } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useAppDispatch } from '#lib/store.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { describeClosed } from './describe-closed.ts';
import { renewOwnJob } from './hiring-commands.ts';
import styles from './open-period.module.css';

const texts = defineMessages('hiring.openPeriod', {
  closes: 'Open until {day}',
  renew: 'Keep open for 30 days',
  close: 'Close the job',
});

const CloseQuestion = lazyPart(async () => (await import('./close-question.tsx')).CloseQuestion);

/** Shows whether a job is open, and lets its author renew or close it. */
export function OpenPeriod({ id, job, own }: { id: string; job: Job; own: boolean }) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const closed = describeClosed(job);
  if (closed !== null) {
    return (
      <div ref={keepFocus} className={styles.period}>
        <p className={styles.closed}>{closed}</p>
      </div>
    );
  }
  if (!own) return null;
  return (
    <div ref={keepFocus} className={styles.period}>
      {job.closesAt && <p>{t(texts.closes, { day: formatDate(job.closesAt) })}</p>}
      {job.mayRenew && (
        <Button variant="quiet" size="small" onClick={() => void dispatch(renewOwnJob(id))}>
          {t(texts.renew)}
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        {t(texts.close)}
      </Button>
      <CloseQuestion id={id} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}
