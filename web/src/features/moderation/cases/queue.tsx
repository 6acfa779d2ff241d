import { defineMessages } from '@afterhours/contract/base/message';
import type { CaseKind, listCases, StaffCase } from '@afterhours/contract/moderation/staff-cases';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '#lib/api/client.ts';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { ListAndDetail } from '#ui/lists/list-and-detail.tsx';
import { useRowTabIndex } from '#ui/lists/roving-tab-index.ts';
import { useChosenRow } from '#ui/lists/use-chosen-row.ts';
import { onCasesChanged } from './case-changes.ts';
import { CaseDetail } from './case-detail.tsx';
import { kindNames, outcomeName, stateNames } from './case-texts.ts';
import styles from './cases.module.css';

const texts = defineMessages('moderation.queue', {
  list: 'Cases',
  none: 'Nothing is waiting',
  noneWhy: 'What members report will appear here.',
  noneSuch: 'No such cases',
  noneSuchWhy: 'No case matches what you have chosen under State and About.',
  loading: 'Loading cases',
  all: 'That’s every case.',
  about: '{kind} · {state}{n, plural, =0 {} one { · # report} other { · # reports}}',
  found: '{kind} · {state} · found automatically',
  closed: 'Closed: {outcome}',
  choose: 'Choose a case to see what was reported.',
});

export type QueueFilters = {
  state: 'waiting' | 'open' | 'claimed' | 'closed';
  kind: '' | CaseKind;
};

type RowProps = { of: StaffCase; chosen: boolean; onChoose: () => void };

function Row({ of, chosen, onChoose }: RowProps) {
  const { subject, state, outcome, reportsCount: n } = of;
  const stateName = outcome ? t(texts.closed, { outcome: outcomeName(subject.kind, outcome) }) : t(stateNames[state]);
  const about = { kind: t(kindNames[subject.kind]), state: stateName };
  const tabIndex = useRowTabIndex(of._id);
  return (
    <li data-row={of._id}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        className={styles.row}
        onClick={onChoose}
      >
        <span className={styles.quiet}>
          {n === 0 && of.source === 'automation' ? t(texts.found, about) : t(texts.about, { ...about, n })}
        </span>
        <span dir="auto" className={styles.excerpt}>
          {of.excerpt}
        </span>
      </button>
    </li>
  );
}

/** `j` and `k` choose the next and the previous case. */
function useCaseKeys(cases: readonly StaffCase[], chosen: string | undefined, choose: (id: string) => void) {
  useDocumentKeys((event) => {
    if (!isShortcut(event) || (event.key !== 'j' && event.key !== 'k')) return;
    const at = cases.findIndex(({ _id }) => _id === chosen);
    const next = cases[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
    if (next) choose(next._id);
  });
}

function focusRow(row: Element | null | undefined): void {
  // Screen readers read what has the focus.
  row?.querySelector('button')?.focus({ preventScroll: true });
  // This also loads more cases at the end of the list.
  row?.scrollIntoView({ block: 'nearest' });
}

type FootProps = Pick<ComponentProps<typeof ListFoot>, 'pages'> & { filters: QueueFilters };

function Foot({ pages, filters: { state, kind } }: FootProps) {
  const isAll = state === 'waiting' && kind === '';
  const none = (
    <EmptyState icon={ShieldCheck} title={t(isAll ? texts.none : texts.noneSuch)}>
      {t(isAll ? texts.noneWhy : texts.noneSuchWhy)}
    </EmptyState>
  );
  return (
    <ListFoot pages={pages} loading={t(texts.loading)} shape={<PersonSkeleton />} none={none} end={t(texts.all)} />
  );
}

const fits = ({ state }: StaffCase, filters: QueueFilters): boolean =>
  filters.state === 'waiting' ? state !== 'closed' : state === filters.state;

const loadCases = (filters: QueueFilters, cursor: string | null, limit?: number) =>
  call<typeof listCases>('GET', '/staff/cases', { query: { ...filters, ...pageQuery(cursor, limit) } });

/** The cases of the queue, and which is chosen: that one stays in the list, whatever happens to it meanwhile. */
function useQueue(filters: QueueFilters) {
  const [chosen, setChosen] = useChosenRow('case');
  const kept = useRef(chosen);
  // A link to another case, and Back, choose one, too.
  useEffect(() => {
    kept.current = chosen ?? kept.current;
  }, [chosen]);
  const pages = usePages(
    (cursor, limit) => loadCases(filters, cursor, limit),
    ({ _id }) => _id,
    { keep: ({ _id }) => _id === kept.current, name: `cases ${filters.state} ${filters.kind}` },
  );
  const { items, remove, reload } = pages;
  useEffect(() => onCasesChanged(reload));
  const choose = (id: string | undefined) => {
    setChosen(id);
    const left = id === undefined ? [] : items.filter((one) => one._id !== id && !fits(one, filters));
    for (const { _id } of left) remove(_id);
  };
  /** Moves on to the next case, unless another one was chosen meanwhile. Returns whether it did. */
  const decided = (id: string): boolean => {
    const goesOn = kept.current === id;
    const at = items.findIndex(({ _id }) => _id === id);
    if (goesOn) choose((items[at + 1] ?? items[at - 1])?._id);
    remove(id);
    return goesOn;
  };
  return { pages, chosen, choose, decided };
}

/** The cases that match the filters, with the chosen one beside them. */
export function Queue({ filters }: { filters: QueueFilters }) {
  const { pages, chosen, choose, decided } = useQueue(filters);
  const { items, status, replace } = pages;
  const list = useRef<HTMLUListElement>(null);
  useCaseKeys(items, chosen, (id) => {
    choose(id);
    focusRow(list.current?.querySelector(`[data-row="${id}"]`));
  });
  const rows = items.map(({ _id }) => _id);
  useRowFocus(list, rows);
  // The list may have changed between the decision and its response.
  const latest = useRef(decided);
  useLayoutEffect(() => {
    latest.current = decided;
  });
  const onDecided = (id: string) => {
    if (latest.current(id)) list.current?.focus();
  };
  return (
    <ListAndDetail
      rows={rows}
      chosen={chosen}
      onBack={() => choose(undefined)}
      list={
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={t(texts.list)}
            aria-busy={status === 'loading'}
            className={styles.list}
          >
            {items.map((one) => (
              <Row key={one._id} of={one} chosen={one._id === chosen} onChoose={() => choose(one._id)} />
            ))}
          </ul>
          <Foot pages={pages} filters={filters} />
        </>
      }
      detail={
        chosen ? (
          <CaseDetail key={chosen} id={chosen} onLoaded={replace} onDecided={onDecided} />
        ) : (
          items.length > 0 && <p className={styles.quiet}>{t(texts.choose)}</p>
        )
      }
    />
  );
}
