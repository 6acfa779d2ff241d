import { defineMessages } from '@afterhours/contract/base/message';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { browserStorage } from '#lib/browser/storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { SaveForm } from './save-form.tsx';
import styles from './saved-searches.module.css';

const texts = defineMessages('savedSearches.place', {
  title: 'Saved searches',
  lead: 'Filter the jobs and save the search: we’ll notify you about new ones that match.',
  loading: 'Loading saved searches',
});

/** How many are shown above the jobs; the others on request. */
export const FEW = 3;

const keyOf = (memberId: string): string => `places:saved-searches:${memberId}`;

/** Stores how many are shown, so that their space is reserved the next time. */
export const keepPlace = (memberId: string, count: number): void =>
  browserStorage.set(keyOf(memberId), String(Math.min(count, FEW + 1)));

/** Whether this browser knows how much space they take. */
export const isPlaceKnown = (memberId: string | undefined): boolean =>
  memberId !== undefined && browserStorage.get(keyOf(memberId)) !== null;

function readPlace(memberId: string): number {
  const count = Number(browserStorage.get(keyOf(memberId)));
  return Number.isInteger(count) && count > 0 ? Math.min(count, FEW + 1) : 0;
}

/** Shown if no search is saved and there is nothing to save. */
export const SavedSearchesLead = () => <p className={styles.quiet}>{t(texts.lead)}</p>;

/** Reserves the height of the saved searches of the last visit while they load, so that the jobs below do not move. */
export function SavedSearchesPlace({ filtered }: { filtered: boolean }) {
  const memberId = useAppSelector(selectOwnUser)?._id;
  const count = memberId === undefined ? 0 : readPlace(memberId);
  if (count === 0 && !filtered) return <SavedSearchesLead />;
  return (
    <Card title={t(texts.title)}>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <div aria-hidden="true" className={styles.panel}>
        {filtered && (
          <div className={styles.savePlace}>
            <SaveForm pending={false} onSave={() => undefined} />
          </div>
        )}
        {count > 0 && (
          <ul className={styles.list}>
            {['first', 'second', 'third'].slice(0, count).map((row) => (
              <li key={row} className={styles.row}>
                <span className={styles.textPlace}>
                  <Skeleton shape="text" lines={2} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {count > FEW && <div className={styles.morePlace} />}
      </div>
    </Card>
  );
}
