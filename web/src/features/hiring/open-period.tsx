import { DAY_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { closeReasonNames, OPEN_DAYS } from '@afterhours/contract/constants/jobs';
import type { Job } from '@afterhours/contract/jobs/jobs';
import { useState } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useAppDispatch } from '#lib/store.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { closeOwnJob, renewOwnJob } from './hiring-commands.ts';
import styles from './open-period.module.css';

const texts = defineMessages('hiring.openPeriod', {
  closed: 'Closed on {day}: {reason}',
  closedOn: 'Closed on {day}',
  closes: 'Open until {day}',
  renew: 'Keep open for 30 days',
  close: 'Close the job',
  closeTitle: 'Close this job?',
  closeText:
    'It no longer accepts applications and is removed from the job list. Applicants are notified. A closed ' +
    'job cannot be reopened.',
  why: 'Why are you closing it?',
});

/** A job can be renewed only a few times, so a renewal is offered once it adds at least this many days. */
const ADDED_DAYS = 7;

function mayRenew({ closesAt, applyUntil, renewalsLeft }: Job): boolean {
  if (closesAt === null || applyUntil !== null || renewalsLeft === 0) return false;
  return new Date(closesAt).getTime() - Date.now() <= (OPEN_DAYS - ADDED_DAYS) * DAY_MS;
}

/** The reasons that an author can choose. */
const reasons = ['filled', 'withdrawn'] as const;
type Reason = (typeof reasons)[number];

function CloseQuestion({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState<Reason>('filled');
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.closeTitle)}
      confirmLabel={t(texts.close)}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void dispatch(closeOwnJob(id, reason));
      }}
    >
      <div className={styles.question}>
        <p>{t(texts.closeText)}</p>
        <Select
          label={t(texts.why)}
          value={reason}
          onChange={({ target }) => setReason(reasons.find((one) => one === target.value) ?? 'filled')}
        >
          {reasons.map((one) => (
            <option key={one} value={one}>
              {t(closeReasonNames[one])}
            </option>
          ))}
        </Select>
      </div>
    </ConfirmDialog>
  );
}

/** Shows whether a job is open, and lets its author renew or close it. */
export function OpenPeriod({ id, job, own }: { id: string; job: Job; own: boolean }) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  if (job.state === 'closed') {
    const day = formatDate(job.closedAt ?? '');
    const reason = job.closeReason && t(closeReasonNames[job.closeReason]);
    const closed = reason ? t(texts.closed, { day, reason }) : t(texts.closedOn, { day });
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
      {mayRenew(job) && (
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
