import { defineMessages } from '@afterhours/contract/base/message';
import type { BlockedMember } from '@afterhours/contract/moderation/moderation';
import Ban from 'lucide-react/icons/ban';
import { useRef } from 'react';
import { userImage } from '#lib/image-address.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import rows from '#ui/styles/rows.module.css';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { useBlocked } from '../use-blocked.ts';

const texts = defineMessages('settings.blocked', {
  title: 'Blocked members',
  since: 'Blocked {time}',
  unblock: 'Unblock',
  unblockMember: 'Unblock {name}',
  loading: 'Loading blocked members',
  none: 'You haven’t blocked anyone',
  noneHint: 'Members you block will appear here. You won’t see each other anywhere.',
});

type BlockedRowProps = { member: BlockedMember; busy: boolean; onUnblock: () => void };

function BlockedRow({ member: { user, createdAt }, busy, onUnblock }: BlockedRowProps) {
  const name = fullName(user);
  return (
    <li data-row={user._id} className={rows.row}>
      <Avatar name={user.firstName} src={userImage(user.image, 44)} />
      <span className={rows.text}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={rows.quiet}>
          <Sentence text={texts.since} values={{ time: <Time value={createdAt} ago /> }} />
        </span>
      </span>
      <Button
        size="small"
        data-control="unblock"
        loading={busy}
        aria-label={t(texts.unblockMember, { name })}
        onClick={onUnblock}
      >
        {t(texts.unblock)}
      </Button>
    </li>
  );
}

/** The members whom the viewer has blocked, latest first, each with an Unblock button. */
export function BlockedMembers() {
  const { busy, release, ...pages } = useBlocked();
  const { items: members, status } = pages;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    members.map(({ user }) => user._id),
    { fallback: () => list.current },
  );
  return (
    <Card title={t(texts.title)}>
      {members.length > 0 && (
        <ul ref={list} tabIndex={-1} className={rows.list} aria-busy={status === 'loading'}>
          {members.map((member) => (
            <BlockedRow
              key={member.user._id}
              member={member}
              busy={busy.includes(member.user._id)}
              onUnblock={() => void release(member.user._id)}
            />
          ))}
        </ul>
      )}
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<PersonSkeleton />}
        none={
          <EmptyState icon={Ban} title={t(texts.none)}>
            {t(texts.noneHint)}
          </EmptyState>
        }
        byButton
      />
    </Card>
  );
}
