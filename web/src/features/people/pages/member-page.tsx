import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { ProfilePosts } from '#features/activities/components/profile-posts.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { readFollowCounts } from '#features/follow/follow-commands.ts';
import { selectFollowersCount } from '#features/follow/follow-slice.ts';
import { useFollowing } from '#features/follow/use-following.ts';
import { selectPostList } from '#features/posts/posts-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { MemberHead } from '../components/member-head.tsx';
import { selectPerson } from '../user-slice.ts';

type Counted = { id: string; counts: { followers: number; followings: number } | null; missing: string | null };

/** The numbers of a member, as my own follow has changed them; and whether there is such a member. */
function useFollowCounts(id: string, signedIn: boolean) {
  const [counted, setCounted] = useState<Counted>({ id, counts: null, missing: null });
  const followers = useAppSelector((state) => selectFollowersCount(state, id));
  useEffect(() => {
    let left = false;
    if (signedIn) {
      void readFollowCounts(id).then((answer) => {
        if (left) return;
        if (answer.ok) setCounted({ id, counts: answer, missing: null });
        else if (answer.status === 404 || answer.status === 422)
          setCounted({ id, counts: null, missing: answer.message });
      });
    }
    return () => {
      left = true;
    };
  }, [id, signedIn]);
  if (counted.id !== id) return { counts: null, missing: null };
  const { counts, missing } = counted;
  return { counts: counts && { ...counts, followers: followers ?? counts.followers }, missing };
}

/** True until the member's posts, which tell who they are, are read and so is `settled`; never again for that member. */
function useWaiting(id: string, settled: boolean): boolean {
  const { query, status } = useAppSelector((state) => selectPostList(state, 'userPosts'));
  const postsRead = query === JSON.stringify({ userId: id }) && (status === 'ready' || status === 'failed');
  const [known, setKnown] = useState<string | null>(null);
  if (known !== id && postsRead && settled) setKnown(id);
  return known !== id;
}

/** Another member: who they are as far as is known, to follow, and what they post. */
export function MemberPage() {
  const { id = '' } = useParams();
  const person = useAppSelector((state) => selectPerson(state, id));
  const signedIn = useAppSelector(selectIsLoggedIn);
  const mine = useAppSelector(selectOwnUser)?._id === id;
  const { counts, missing } = useFollowCounts(id, signedIn);
  const { settled } = useFollowing(id, signedIn && !mine);
  const waiting = useWaiting(id, settled);
  const name = person ? `${person.firstName} ${person.lastName}` : 'Member';
  if (missing) {
    return (
      <Columns>
        <title>Not found · Afterhours</title>
        <h1>Member</h1>
        <ErrorState message={missing} action={<ButtonLink to="/home">Back To Home</ButtonLink>} />
      </Columns>
    );
  }
  return (
    <Columns>
      <title>{`${name} · Afterhours`}</title>
      <MemberHead waiting={waiting} person={person} counts={signedIn ? counts : undefined}>
        {signedIn ? (
          <FollowButton
            person={person ?? { _id: id, firstName: 'this', lastName: 'member' }}
            size="medium"
            variant="primary"
          />
        ) : (
          <ButtonLink to="/Register" variant="primary">
            Join to follow
          </ButtonLink>
        )}
      </MemberHead>
      <ProfilePosts userId={id} waiting={waiting} />
    </Columns>
  );
}
