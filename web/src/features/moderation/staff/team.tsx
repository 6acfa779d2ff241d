import { defineMessages } from '@afterhours/contract/base/message';
import type { listStaff } from '@afterhours/contract/moderation/staff';
import { useRef } from 'react';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { formatDate } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { RoleSelect } from './role-select.tsx';
import styles from './staff.module.css';

const texts = defineMessages('moderation.team', {
  title: 'Owners and moderators',
  loading: 'Loading the team',
  add: 'To add somebody, find them under <members>Members</members> and choose their role.',
  second: 'A role takes effect once its member has two-step verification or a passkey.',
  since: 'Since {date}',
});

const loadStaff = () => call<typeof listStaff>('GET', '/staff/members');

/** The members of the staff and their roles, which can be changed. */
export function Team() {
  const { status, data, message, reload, retry } = useLoading(loadStaff);
  const team = status === 'loading' ? null : data;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, team?.map(({ user }) => user._id) ?? [], {
    focusRow: (row) => {
      const select = row.querySelector('select');
      select?.focus();
      return select !== null;
    },
  });
  return (
    <Card title={t(texts.title)}>
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {status === 'loading' && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      <ul ref={list} className={styles.list}>
        {team?.map(({ user, role, since }) => (
          <li key={user._id} data-row={user._id} className={styles.person}>
            <Avatar name={user.firstName} src={userImage(user.image, 44)} />
            <div>
              <bdi>{fullName(user)}</bdi>
              <p className={styles.quiet}>{t(texts.since, { date: formatDate(since) })}</p>
            </div>
            <RoleSelect userId={user._id} role={role} name={fullName(user)} inList onSet={() => void reload()} />
          </li>
        ))}
      </ul>
      {/* They would move when the team appears above them. */}
      {status !== 'loading' && (
        <>
          <p className={styles.below}>
            <Sentence text={texts.add} elements={{ members: <TextLink to="/moderation/members">{null}</TextLink> }} />
          </p>
          <p className={styles.quiet}>{t(texts.second)}</p>
        </>
      )}
    </Card>
  );
}
