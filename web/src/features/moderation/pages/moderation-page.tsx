import { defineMessages } from '@afterhours/contract/base/message';
import { caseKinds } from '@afterhours/contract/staff-cases';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { pageTitle } from '#lib/browser/site.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';
import { kindNames, stateNames } from '../cases/case-texts.ts';
import styles from '../cases/cases.module.css';
import { Queue } from '../cases/queue.tsx';
import type { Filters } from '../cases/use-case.ts';

const texts = defineMessages('moderation.page', {
  title: 'Moderation',
  staffOnly: 'This page is for the moderators of this community.',
  home: 'Go to the feed',
  keys: 'Keys: j and k for the next and previous case, c to claim, numbers for the decision.',
  state: 'State',
  kind: 'About',
  everything: 'Everything',
});

const states = ['waiting', 'open', 'claimed', 'closed'] as const;

function NotStaff() {
  const home = (
    <ButtonLink to="/home" variant="primary">
      {t(texts.home)}
    </ButtonLink>
  );
  return (
    <TextPage title={t(texts.title)} actions={home}>
      <p>{t(texts.staffOnly)}</p>
    </TextPage>
  );
}

/** The queue of cases, for moderators and owners. */
export function ModerationPage() {
  const isStaff = useAppSelector(selectOwnUser)?.staffRole != null;
  const [filters, setFilters] = useState<Filters>({ state: 'waiting', kind: '' });
  const change = (part: Partial<Filters>) => setFilters((now) => ({ ...now, ...part }));
  if (!isStaff) return <NotStaff />;
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <title>{pageTitle(t(texts.title))}</title>
      <h1>{t(texts.title)}</h1>
      <p className={styles.quiet}>{t(texts.keys)}</p>
      <div className={styles.filters}>
        <Select
          label={t(texts.state)}
          value={filters.state}
          onChange={({ target }) => change({ state: target.value as Filters['state'] })}
        >
          {states.map((state) => (
            <option key={state} value={state}>
              {t(stateNames[state])}
            </option>
          ))}
        </Select>
        <Select
          label={t(texts.kind)}
          value={filters.kind}
          onChange={({ target }) => change({ kind: target.value as Filters['kind'] })}
        >
          <option value="">{t(texts.everything)}</option>
          {caseKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(kindNames[kind])}
            </option>
          ))}
        </Select>
      </div>
      <Queue key={`${filters.state} ${filters.kind}`} filters={filters} />
    </main>
  );
}
