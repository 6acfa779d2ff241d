import { defineMessages } from '@afterhours/contract/base/message';
import type { StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { useEffect, useRef } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { decisionName, nameOf } from './case-texts.ts';
import styles from './cases.module.css';

const texts = defineMessages('moderation.decidedMeanwhile', {
  decided: 'Decided by {name}: {action}',
  closed: 'This case has already been decided.',
  unsent: 'What you wrote was not sent',
});

const decisionOf = ({ decisions }: StaffCaseDetail) => decisions.findLast(({ automated }) => !automated);

/** Replaces the form: shows who decided the case meanwhile. */
export function DecidedMeanwhile({ of }: { of: StaffCaseDetail }) {
  const ref = useRef<HTMLParagraphElement>(null);
  // The removed form had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  const last = decisionOf(of);
  return (
    <p ref={ref} tabIndex={-1} className={styles.decidedMeanwhile}>
      <bdi>
        {last ? t(texts.decided, { name: nameOf(last.decidedBy), action: decisionName(last) }) : t(texts.closed)}
      </bdi>
    </p>
  );
}

type UnsentProps = { of: StaffCaseDetail; words: readonly { label: string; text: string }[] };

/** The text that the viewer had written when somebody else decided. */
export function Unsent({ of, words }: UnsentProps) {
  const me = useAppSelector(selectOwnUser)?._id;
  const written = words.filter(({ text }) => text.trim() !== '');
  // If the last decision is the viewer's own, it did arrive, even if its response was lost.
  if (written.length === 0 || decisionOf(of)?.decidedBy?._id === me) return null;
  return (
    <section aria-label={t(texts.unsent)} className={styles.form}>
      <h3>{t(texts.unsent)}</h3>
      {written.map(({ label, text }) => (
        <div key={label}>
          <p className={styles.quiet}>{label}</p>
          <p dir="auto" className={styles.written}>
            {text}
          </p>
        </div>
      ))}
    </section>
  );
}
