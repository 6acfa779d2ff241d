import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import Check from 'lucide-react/icons/check';
import type { MouseEvent } from 'react';
import { selectFollowing } from '#entities/people/follow-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { setFollowing } from '../follow-commands.ts';

const texts = defineMessages('follow.button', {
  follow: 'Follow',
  following: 'Following',
  followMember: 'Follow {name}',
  followingMember: 'Following {name}',
  unfollowMember: 'Following {name}: unfollow',
});

type FollowButtonProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName'>;
  size?: 'medium' | 'small';
  variant?: 'primary' | 'secondary' | 'quiet';
  /** The button only follows: clicking "Following" does nothing. */
  followOnly?: boolean;
};

function labelOf(following: boolean | undefined, followOnly: boolean) {
  if (!following) return texts.followMember;
  return followOnly ? texts.followingMember : texts.unfollowMember;
}

/**
 * Follows and unfollows a person; all such buttons show the same state. Hidden for the viewer themselves and for
 * guests.
 */
export function FollowButton({ person, size = 'small', variant, followOnly = false }: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id;
  const following = useAppSelector((state) => selectFollowing(state, person._id));
  if (!me || me === person._id) return null;
  const name = fullName(person);
  const fixed = following === true && followOnly;
  const press = ({ detail }: MouseEvent) => {
    // The second click of a double click must not undo the first one.
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
      aria-label={t(labelOf(following, followOnly), { name })}
      onClick={press}
    >
      {t(following ? texts.following : texts.follow)}
    </Button>
  );
}
