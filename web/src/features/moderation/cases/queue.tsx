import { defineMessages } from '@afterhours/contract/base/message';
import type { StaffCase } from '@afterhours/contract/staff-cases';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ComponentProps, useRef, useState } from 'react';
import { isTyping } from '#lib/forms/is-typing.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { ListAndDetail } from '../components/list-and-detail.tsx';
import { CaseDetail } from './case-detail.tsx';
import { kindNames, stateNames } from './case-texts.ts';
import styles from './cases.module.css';
import { type Filters, loadCases } from './use-case.ts';

const texts = defineMessages('moderation.queue', {
  list: 'Cases',
  none: 'Nothing is waiting',
  noneWhy: 'What members report will appear here.',
  loading: 'Loading cases',
  all: 'That’s every case.',
  about: '{kind} · {state} · {n, plural, one {# report} other {# reports}}',
  found: '{kind} · {state} · found automatically',
  choose: 'Choose a case to see what was reported.',
});

type RowProps = { of: StaffCase; chosen: boolean; onChoose: () => void };

function Row({ of, chosen, onChoose }: RowProps) {
  const { subject, state, reportsCount: n } = of;
  const about = { kind: t(kindNames[subject.kind]), state: t(stateNames[state]) };
  return (
    <li data-row={of._id}>
      <button type="button" aria-current={chosen || undefined} className={styles.row} onClick={onChoose}>
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
    if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
    const at = cases.findIndex(({ _id }) => _id === chosen);
    const next = cases[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
    if (next) choose(next._id);
  });
}

function Foot({ pages }: Pick<ComponentProps<typeof ListFoot>, 'pages'>) {
  const none = (
    <EmptyState icon={ShieldCheck} title={t(texts.none)}>
      {t(texts.noneWhy)}
    </EmptyState>
  );
  return (
    <ListFoot pages={pages} loading={t(texts.loading)} shape={<PersonSkeleton />} none={none} end={t(texts.all)} />
  );
}

/** The cases that fit the filters, and the one that is chosen beside them. */
export function Queue({ filters }: { filters: Filters }) {
  const pages = usePages(
    (cursor) => loadCases(filters, cursor),
    ({ _id }) => _id,
  );
  const { items, status, remove } = pages;
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useCaseKeys(items, chosen, setChosen);
  const decided = (id: string) => {
    const at = items.findIndex(({ _id }) => _id === id);
    setChosen((items[at + 1] ?? items[at - 1])?._id);
    remove(id);
    list.current?.focus();
  };
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(undefined)}
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
              <Row key={one._id} of={one} chosen={one._id === chosen} onChoose={() => setChosen(one._id)} />
            ))}
          </ul>
          <Foot pages={pages} />
        </>
      }
      detail={
        chosen ? (
          <CaseDetail key={chosen} id={chosen} onDecided={decided} />
        ) : (
          items.length > 0 && <p className={styles.quiet}>{t(texts.choose)}</p>
        )
      }
    />
  );
}
