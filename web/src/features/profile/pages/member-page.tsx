import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { selectFollowersCount } from '#entities/people/follow-slice.ts';
import { useReloadWithoutGone } from '#entities/people/gone-members.ts';
import { profileAddress } from '#entities/people/profile-path.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { ProfilePosts } from '#features/activities/components/profile-posts.tsx';
import { PresenceLine } from '#features/presence/components/presence-line.tsx';
import { useShownMember } from '#features/presence/shown-members.ts';
import { NotFoundPage } from '#features/site/pages/not-found-page.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { ProfileHeader } from '../components/header/profile-header.tsx';
import { GuestActions, MemberActions } from '../components/member-actions.tsx';
import { ProfileSections } from '../components/profile-sections.tsx';
import { ProfileSide } from '../components/profile-side.tsx';
import { HeaderSkeleton, SectionsSkeleton } from '../components/profile-skeleton.tsx';
import { ProfileTabs } from '../components/profile-tabs.tsx';
import { onMemberChanged } from '../member-changes.ts';
import { isHandle, loadMember } from '../profile-commands.ts';
import {
  type MemberDetails,
  selectConnectionsOf,
  selectDetails,
  selectFollowersOf,
  selectFollowingsOf,
} from '../profile-slice.ts';
import { profileTexts } from '../profile-texts.ts';
import { useProfileLoading } from '../use-profile-loading.ts';
import styles from './profile-page.module.css';

const texts = defineMessages('profile.member', {
  edit: 'Edit your profile',
  loading: 'Loading the profile',
});

/** The counts of a member, including the viewer's own follow. */
function useCounts(id: string) {
  const counted = useAppSelector((state) => selectFollowersCount(state, id));
  const loaded = useAppSelector((state) => selectFollowersOf(state, id));
  const followings = useAppSelector((state) => selectFollowingsOf(state, id));
  const connections = useAppSelector((state) => selectConnectionsOf(state, id));
  return { followers: counted ?? loaded, followings, connections };
}

function Actions({ person, details }: { person: Person; details: MemberDetails }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const me = useAppSelector(selectOwnUser)?._id;
  if (!signedIn) return <GuestActions person={person} />;
  if (me === person._id) {
    return (
      <ButtonLink to="/Profile" variant="primary">
        {t(texts.edit)}
      </ButtonLink>
    );
  }
  return <MemberActions person={person} viewerCan={details.viewerCan} />;
}

type MemberProps = { person: Person; details: MemberDetails };

function Member({ person, details }: MemberProps) {
  const { _id } = person;
  const counts = useCounts(_id);
  useShownMember(_id);
  return (
    <>
      <PageTitle>{fullName(person)}</PageTitle>
      <ProfileHeader {...{ person, details, counts }} presence={<PresenceLine {...details} />}>
        <Actions person={person} details={details} />
      </ProfileHeader>
      <ProfileTabs userId={_id}>
        <div className={styles.stack}>
          <ProfileSections userId={_id} />
          <ProfilePosts userId={_id} />
        </div>
      </ProfileTabs>
    </>
  );
}

function Stats({ id }: { id: string }) {
  const { followers, followings } = useCounts(id);
  return <ProfileSide followers={followers} followings={followings} mine={false} />;
}

/** The page for unknown members; it takes the focus if the previous page's focused element is gone. */
function Missing() {
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  return <NotFoundPage />;
}

function Failed({ address, message }: { address: string; message: string }) {
  const dispatch = useAppDispatch();
  return (
    <>
      <h1>{t(profileTexts.profile)}</h1>
      <ErrorState message={message} onRetry={() => void dispatch(loadMember(address))} />
    </>
  );
}

function Waiting() {
  return (
    <>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <HeaderSkeleton />
      <SectionsSkeleton />
    </>
  );
}

/**
 * Reloads the profile that is shown when its member changes it, and when its counts may have changed; `id` is null
 * while none is shown.
 */
function useChanges(address: string, id: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() =>
    onMemberChanged((changed) => {
      if (id !== null && (changed ?? id) === id) void dispatch(loadMember(address, true));
    }),
  );
  useReloadWithoutGone(() => {
    if (id !== null) void dispatch(loadMember(address, true));
  });
}

/** The public profile at an id or `@username`. The viewer's own is shown as others see it. */
function Profile({ address }: { address: string }) {
  const loading = useProfileLoading(address, loadMember, address);
  const id = loading?.memberId ?? '';
  const person = useAppSelector((state) => selectPerson(state, id));
  const details = useAppSelector((state) => selectDetails(state, id));
  const ready = loading?.status === 'ready';
  useChanges(address, ready ? id : null);
  if (loading?.status === 'missing') return <Missing />;
  const failed = loading?.status === 'failed';
  // A former username redirects to the current one.
  if (ready && person && isHandle(address) && address !== `@${person.username}`)
    return <Navigate to={profileAddress(person)} replace />;
  // The frame is rendered from the start, so that the focus stays in it while the profile loads.
  return (
    <Columns wide plain right={ready && <Stats id={id} />}>
      {!ready && <PageTitle>{t(profileTexts.profile)}</PageTitle>}
      {ready && person && details && <Member key={id} person={person} details={details} />}
      {failed && <Failed address={address} message={loading.message} />}
      {!ready && !failed && <Waiting />}
    </Columns>
  );
}

/** The page of a member; a 404 page for other single-segment paths. */
export function MemberPage() {
  const { id, handle = '' } = useParams();
  const address = (id ?? handle).toLowerCase();
  if (id === undefined && !isHandle(handle)) return <NotFoundPage />;
  return <Profile address={address} />;
}
