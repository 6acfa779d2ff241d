import { defineMessages } from '@afterhours/contract/base/message';
import { closeReasonNames } from '@afterhours/contract/constants/jobs';
import { useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { closeOwnJob } from './hiring-commands.ts';
import styles from './open-period.module.css';

const texts = defineMessages('hiring.closeQuestion', {
  title: 'Close this job?',
  close: 'Close the job',
  what:
    'It no longer accepts applications and is removed from the job list. Applicants are notified. A closed ' +
    'job cannot be reopened.',
  why: 'Why are you closing it?',
});

/** The reasons that an author can choose. */
const reasons = ['filled', 'withdrawn'] as const;
type Reason = (typeof reasons)[number];

/** Asks why a job is closed before it is. */
export function CloseQuestion({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState<Reason>('filled');
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.title)}
      confirmLabel={t(texts.close)}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void dispatch(closeOwnJob(id, reason));
      }}
    >
      <div className={styles.question}>
        <p>{t(texts.what)}</p>
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
