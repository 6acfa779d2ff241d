import { defineMessages } from '@afterhours/contract/base/message';
import type { listStaff, MemberRole, StaffMember } from '@afterhours/contract/moderation/staff';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
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

type Loaded = { team?: StaffMember[]; failed?: string };

function useTeam() {
  const [{ team, failed }, setLoaded] = useState<Loaded>({});
  const load = async () => {
    const response = await call<typeof listStaff>('GET', '/staff/members');
    setLoaded(response.ok ? { team: response.body } : { failed: response.message });
  };
  useEffect(() => {
    let shown = true;
    void call<typeof listStaff>('GET', '/staff/members').then((response) => {
      if (shown) setLoaded(response.ok ? { team: response.body } : { failed: response.message });
    });
    return () => {
      shown = false;
    };
  }, []);
  const change = (id: string, role: MemberRole) =>
    setLoaded(({ team: now = [] }) => ({
      team: now.flatMap((one) => (one.user._id !== id ? [one] : role === 'member' ? [] : [{ ...one, role }])),
    }));
  return { team, failed, load, change };
}

/** The members of the staff and their roles, which can be changed. */
export function Team() {
  const { team, failed, load, change } = useTeam();
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
      {failed && <ErrorState message={failed} onRetry={() => void load()} />}
      {!failed && !team && <LoadingNote>{t(texts.loading)}</LoadingNote>}
      <ul ref={list} className={styles.list}>
        {team?.map(({ user, role, since }) => (
          <li key={user._id} data-row={user._id} className={styles.person}>
            <Avatar name={user.firstName} src={userImage(user.image, 44)} />
            <div>
              <bdi>{`${user.firstName} ${user.lastName}`}</bdi>
              <p className={styles.quiet}>{t(texts.since, { date: formatDate(since) })}</p>
            </div>
            <RoleSelect
              userId={user._id}
              role={role}
              name={`${user.firstName} ${user.lastName}`}
              inList
              onSet={(next) => change(user._id, next)}
            />
          </li>
        ))}
      </ul>
      <p>
        <Sentence text={texts.add} elements={{ members: <TextLink to="/moderation/members">{null}</TextLink> }} />
      </p>
      <p className={styles.quiet}>{t(texts.second)}</p>
    </Card>
  );
}
