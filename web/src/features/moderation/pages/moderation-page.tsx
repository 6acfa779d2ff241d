import { defineMessages } from '@afterhours/contract/base/message';
import { caseKinds } from '@afterhours/contract/moderation/staff-cases';
import { useSearchParams } from 'react-router';
import { useShortcuts } from '#lib/forms/shortcuts.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { kindNames, stateNames } from '../cases/case-texts.ts';
import styles from '../cases/cases.module.css';
import { Queue, type QueueFilters } from '../cases/queue.tsx';
import staff from '../staff/staff.module.css';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.page', {
  title: 'Moderation',
  keys: 'Keys: j and k for the next and previous case, c to claim, numbers for the decision.',
  state: 'State',
  kind: 'About',
  everything: 'Everything',
});

const states = ['waiting', 'open', 'claimed', 'closed'] as const;

/** The filters are part of the address, as is the chosen case, which other filters may not list. */
function useFilters() {
  const [search, setSearch] = useSearchParams();
  const filters: QueueFilters = {
    state: states.find((state) => state === search.get('state')) ?? 'waiting',
    kind: caseKinds.find((kind) => kind === search.get('kind')) ?? '',
  };
  const change = (part: Partial<QueueFilters>) => {
    const { state, kind } = { ...filters, ...part };
    const next = { ...(state === 'waiting' ? {} : { state }), ...(kind === '' ? {} : { kind }) };
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return [filters, change] as const;
}

/** The queue of cases, for moderators and owners. */
export function ModerationPage() {
  const hasShortcuts = useShortcuts();
  const [filters, change] = useFilters();
  return (
    <StaffFrame title={t(texts.title)}>
      {hasShortcuts && <p className={staff.keys}>{t(texts.keys)}</p>}
      <div className={styles.filters}>
        <Select
          label={t(texts.state)}
          value={filters.state}
          onChange={({ target }) => change({ state: target.value as QueueFilters['state'] })}
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
          onChange={({ target }) => change({ kind: target.value as QueueFilters['kind'] })}
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
    </StaffFrame>
  );
}
