import { defineMessages } from '@afterhours/contract/base/message';
import type { StaffCaseDetail } from '@afterhours/contract/staff-cases';
import { useEffect, useRef } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { actionNames, nameOf } from './case-texts.ts';
import styles from './cases.module.css';

const texts = defineMessages('moderation.overtaken', {
  decided: 'Decided by {name}: {action}',
  closed: 'This case has already been decided.',
  unsent: 'What you wrote was not sent',
});

type OvertakenProps = { of: StaffCaseDetail; words: readonly { label: string; text: string }[] };

/** Instead of the form: who decided a case meanwhile, and what was written here until then. */
export function Overtaken({ of, words }: OvertakenProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The form has taken the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  const me = useAppSelector(selectOwnUser)?._id;
  const last = of.decisions.findLast(({ automated }) => !automated);
  // The own decision has arrived if it is the last, even when its answer was lost.
  const isOwn = last?.decidedBy !== undefined && last.decidedBy?._id === me;
  const written = isOwn ? [] : words.filter(({ text }) => text.trim() !== '');
  return (
    <div className={styles.form}>
      <div ref={ref} tabIndex={-1}>
        <Banner>
          <bdi>
            {last
              ? t(texts.decided, { name: nameOf(last.decidedBy), action: t(actionNames[last.action]) })
              : t(texts.closed)}
          </bdi>
        </Banner>
      </div>
      {written.length > 0 && (
        <section aria-label={t(texts.unsent)}>
          <h3>{t(texts.unsent)}</h3>
          {written.map(({ label, text }) => (
            <div key={label}>
              <p className={styles.quiet}>{label}</p>
              <p dir="auto" className={styles.unsent}>
                {text}
              </p>
            </div>
          ))}
        </section>
      )}
    </div>
  );
}
