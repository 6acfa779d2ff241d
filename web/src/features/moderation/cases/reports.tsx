import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames } from '@afterhours/contract/moderation/moderation';
import type { StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Time } from '#ui/text/time.tsx';
import styles from './cases.module.css';

const texts = defineMessages('moderation.reports', {
  title: 'Reports',
  noWords: 'No details given',
  own: 'You cannot see what others wrote about you.',
  all: 'Show all {count, number}',
  latest: 'Show the latest {count, number}',
});

/** More of them are shown on request, because the form for the decision follows below. */
const FEW = 5;

/** What members have written about the case, at first only the first few reports. */
export function Reports({ of: { reports, reportsCount, refusal } }: { of: StaffCaseDetail }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (all) list.current?.focus();
  }, [all]);
  if (reports.length === 0) return null;
  const isOwn = refusal === 'own';
  const shown = all ? reports : reports.slice(0, FEW);
  return (
    <section aria-label={t(texts.title)} className={styles.later}>
      <h3>{t(texts.title)}</h3>
      {isOwn && <p className={styles.quiet}>{t(texts.own)}</p>}
      <ul ref={list} tabIndex={-1} className={styles.plain}>
        {shown.map(({ _id, category, words, createdAt }) => (
          <li key={_id}>
            <strong>{t(categoryNames[category])}</strong> <Time value={createdAt} ago />
            {!isOwn && (
              <p dir="auto" className={styles.written}>
                {words ?? t(texts.noWords)}
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown.length < reports.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t(reports.length < reportsCount ? texts.latest : texts.all, { count: reports.length })}
        </Button>
      )}
    </section>
  );
}
