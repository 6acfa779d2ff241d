import { defineMessages } from '@afterhours/contract/base/message';
import type { listStaffPeople, StaffPerson } from '@afterhours/contract/moderation/staff-people';
import { lazy, Suspense } from 'react';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { DetailSkeleton } from '#ui/lists/detail-skeleton.tsx';
import { ListAndDetail } from '#ui/lists/list-and-detail.tsx';
import { useRowTabIndex } from '#ui/lists/roving-tab-index.ts';
import { useChosenRow } from '#ui/lists/use-chosen-row.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { stateText } from './sanction-text.ts';
import styles from './staff.module.css';
import { roleNames } from './staff-texts.ts';

const texts = defineMessages('moderation.members', {
  list: 'Members',
  loading: 'Loading members',
  loadingOne: 'Loading the member',
  none: 'Nobody was found.',
  choose: 'Choose a member to see their account.',
  about: '{username} · {state}',
});

/** What keeps the member out; otherwise the role, if the member is one of the staff. */
const standing = (of: StaffPerson): string =>
  of.sanction === null && !of.waiting && of.role !== 'member' ? t(roleNames[of.role]) : stateText(of);

/** Loaded once a member is chosen. */
const MemberDetail = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('./member-detail.tsx')).MemberDetail })),
);

type RowProps = { of: StaffPerson; chosen: boolean; onChoose: () => void };

function Row({ of, chosen, onChoose }: RowProps) {
  const { user, email } = of;
  const tabIndex = useRowTabIndex(user._id);
  return (
    <li data-row={user._id}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        className={`${styles.row} ${styles.person}`}
        onClick={onChoose}
      >
        <Avatar name={user.firstName} src={userImage(user.image, 44)} />
        <span>
          <bdi>{fullName(user)}</bdi>
          <br />
          <span className={styles.quiet}>
            <Sentence text={texts.about} values={{ username: `@${user.username}`, state: standing(of) }} />
            {email && <br />}
            {email && <bdi>{email}</bdi>}
          </span>
        </span>
      </button>
    </li>
  );
}

/** The placeholder of the first rows. */
function RowsSkeleton() {
  return (
    <div aria-hidden="true" className={styles.list}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={`${styles.row} ${styles.person} ${styles.threeLines}`}>
          <Skeleton shape="avatar" />
          <Skeleton shape="text" lines={3} />
        </div>
      ))}
    </div>
  );
}

function Nobody() {
  return (
    <p role="status" className={cx(styles.quiet, styles.below)}>
      {t(texts.none)}
    </p>
  );
}

/** The members that match a keyword, with the chosen one beside them. */
export function Members({ keyword }: { keyword: string }) {
  const pages = usePages(
    (cursor) => call<typeof listStaffPeople>('GET', '/staff/people', { query: { keyword, ...pageQuery(cursor) } }),
    ({ user }) => user._id,
    { name: `members ${keyword}` },
  );
  const { items, status, remove } = pages;
  const [chosen, setChosen] = useChosenRow('member');
  const deleted = (id: string) => {
    remove(id);
    setChosen(undefined);
  };
  return (
    <ListAndDetail
      rows={items.map(({ user }) => user._id)}
      chosen={chosen}
      onBack={() => setChosen(undefined)}
      list={
        <>
          <ul className={styles.list} aria-label={t(texts.list)} aria-busy={status === 'loading'}>
            {items.map((one) => (
              <Row
                key={one.user._id}
                of={one}
                chosen={one.user._id === chosen}
                onChoose={() => setChosen(one.user._id)}
              />
            ))}
          </ul>
          <ListFoot pages={pages} loading={t(texts.loading)} shape={<RowsSkeleton />} none={<Nobody />} byButton />
        </>
      }
      detail={
        chosen ? (
          <Suspense fallback={<DetailSkeleton label={t(texts.loadingOne)} />}>
            <MemberDetail key={chosen} id={chosen} onDeleted={deleted} />
          </Suspense>
        ) : (
          (items.length > 0 || status === 'loading') && <p className={styles.quiet}>{t(texts.choose)}</p>
        )
      }
    />
  );
}
