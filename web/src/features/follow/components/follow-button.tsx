import type { Person } from '@afterhours/contract/people';
import Check from 'lucide-react/icons/check';
import type { MouseEvent } from 'react';
import { selectFollowing } from '#entities/people/follow-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { setFollowing } from '../follow-commands.ts';

type FollowButtonProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName'>;
  size?: 'medium' | 'small';
  variant?: 'primary' | 'secondary';
  /** Where following is offered and unfollowing is not: a press on "Following" does nothing. */
  followOnly?: boolean;
};

/** Follows, and unfollows again; says what is true wherever it stands. Nothing for oneself and for guests. */
export function FollowButton({ person, size = 'small', variant, followOnly = false }: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id;
  const following = useAppSelector((state) => selectFollowing(state, person._id));
  if (!me || me === person._id) return null;
  const name = `${person.firstName} ${person.lastName}`;
  const fixed = following === true && followOnly;
  const press = ({ detail }: MouseEvent) => {
    // The second click of a double click is not meant to take the first one back.
    if (fixed || detail > 1) return;
    void dispatch(setFollowing(person._id, !following));
  };
  return (
    <Button
      size={size}
      variant={following ? 'settled' : variant}
      icon={following ? Check : undefined}
      data-control="follow"
      loading={following === undefined}
      aria-disabled={fixed || undefined}
      aria-label={following ? `Following ${name}${followOnly ? '' : ': unfollow'}` : `Follow ${name}`}
      onClick={press}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  );
}
