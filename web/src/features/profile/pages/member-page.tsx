import type { Person } from '@afterhours/contract/people';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { ProfilePosts } from '#features/activities/components/profile-posts.tsx';
import { selectFollowersCount } from '#features/follow/follow-slice.ts';
import { selectPerson } from '#features/people/user-slice.ts';
import { NotFoundPage } from '#features/site/pages/not-found-page.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { LoadingNote } from '#ui/skeleton.tsx';
import { GuestActions, MemberActions } from '../components/member-actions.tsx';
import { PresenceLine } from '../components/presence-line.tsx';
import { ProfileHeader } from '../components/profile-header.tsx';
import { ProfileSections } from '../components/profile-sections.tsx';
import { ProfileSide } from '../components/profile-side.tsx';
import { HeaderSkeleton, SectionsSkeleton } from '../components/profile-skeleton.tsx';
import { ProfileTabs } from '../components/profile-tabs.tsx';
import { loadMember } from '../profile-commands.ts';
import {
  type MemberFacts,
  selectConnectionsOf,
  selectFacts,
  selectFollowersOf,
  selectFollowingsOf,
  selectReading,
} from '../profile-slice.ts';
import styles from './profile-page.module.css';

/** The numbers of a member, as my own follow has changed them. */
function useCounts(id: string) {
  const counted = useAppSelector((state) => selectFollowersCount(state, id));
  const read = useAppSelector((state) => selectFollowersOf(state, id));
  const followings = useAppSelector((state) => selectFollowingsOf(state, id));
  const connections = useAppSelector((state) => selectConnectionsOf(state, id));
  return { followers: counted ?? read, followings, connections };
}

function Actions({ person, facts }: { person: Person; facts: MemberFacts }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const me = useAppSelector(selectOwnUser)?._id;
  if (!signedIn) return <GuestActions />;
  if (me === person._id) {
    return (
      <ButtonLink to="/Profile" variant="primary">
        Edit your profile
      </ButtonLink>
    );
  }
  return <MemberActions person={person} viewerCan={facts.viewerCan} />;
}

function Member({ person, facts }: { person: Person; facts: MemberFacts }) {
  const { _id, firstName, lastName } = person;
  const counts = useCounts(_id);
  const { cover_image: cover, country } = facts;
  return (
    <Columns wide right={<ProfileSide followers={counts.followers} followings={counts.followings} mine={false} />}>
      <title>{`${firstName} ${lastName} · Afterhours`}</title>
      <ProfileHeader {...{ person, cover, country, counts }} presence={<PresenceLine {...facts} />}>
        <Actions person={person} facts={facts} />
      </ProfileHeader>
      <ProfileTabs userId={_id}>
        <div className={styles.stack}>
          <ProfileSections userId={_id} />
          <ProfilePosts userId={_id} />
        </div>
      </ProfileTabs>
    </Columns>
  );
}

/** Another member as everybody may see them; my own id shows me as others see me. */
export function MemberPage() {
  const { id: given = '' } = useParams();
  const id = given.toLowerCase();
  const dispatch = useAppDispatch();
  const reading = useAppSelector((state) => selectReading(state, id));
  const person = useAppSelector((state) => selectPerson(state, id));
  const facts = useAppSelector((state) => selectFacts(state, id));
  useEffect(() => void dispatch(loadMember(id)), [dispatch, id]);
  if (reading?.status === 'missing') return <NotFoundPage />;
  if (reading?.status === 'ready' && person && facts) return <Member key={id} person={person} facts={facts} />;
  if (reading?.status === 'failed') {
    return (
      <Columns wide>
        <title>Profile · Afterhours</title>
        <h1>Profile</h1>
        <ErrorState message={reading.message} onRetry={() => void dispatch(loadMember(id))} />
      </Columns>
    );
  }
  return (
    <Columns wide>
      <title>Profile · Afterhours</title>
      <LoadingNote>Loading the profile</LoadingNote>
      <HeaderSkeleton />
      <SectionsSkeleton />
    </Columns>
  );
}
