import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import Pencil from 'lucide-react/icons/pencil';
import { useReloadWithoutGone } from '#entities/people/gone-members.ts';
import { profileAddress } from '#entities/people/profile-path.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { ProfilePosts } from '#features/activities/components/profile-posts.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Completeness } from '../components/completeness.tsx';
import { ProfileHeader } from '../components/header/profile-header.tsx';
import { ProfileSections } from '../components/profile-sections.tsx';
import { ProfileSide } from '../components/profile-side.tsx';
import { HeaderSkeleton, SectionsSkeleton } from '../components/profile-skeleton.tsx';
import { ProfileTabs } from '../components/profile-tabs.tsx';
import { ShareMenu } from '../components/share-menu.tsx';
import type { OnEdit } from '../editing/editing.ts';
import { useEditors } from '../editing/use-editors.tsx';
import { loadOwnContent, OWN } from '../profile-commands.ts';
import { useProfileLoading } from '../use-profile-loading.ts';
import styles from './profile-page.module.css';

const texts = defineMessages('profile.own', {
  title: 'Your profile',
  loading: 'Loading your profile',
  asOthers: 'View as others',
  edit: 'Edit profile',
});

function OwnSections({ user, onEdit }: { user: OwnUser; onEdit: OnEdit }) {
  const dispatch = useAppDispatch();
  const { _id } = user;
  const loading = useProfileLoading(OWN, loadOwnContent, _id);
  const retry = () => void dispatch(loadOwnContent(_id));
  if (loading?.status === 'failed') {
    return (
      <Card>
        <ErrorState message={loading.message} onRetry={retry} />
      </Card>
    );
  }
  if (loading?.status !== 'ready') {
    return (
      <>
        <LoadingNote>{t(texts.loading)}</LoadingNote>
        <SectionsSkeleton />
      </>
    );
  }
  return <ProfileSections userId={_id} onEdit={onEdit} completeness={<Completeness user={user} onEdit={onEdit} />} />;
}

function OwnProfile({ user }: { user: OwnUser }) {
  const dispatch = useAppDispatch();
  useReloadWithoutGone(() => void dispatch(loadOwnUser()));
  const { edit, editors } = useEditors();
  const counts = {
    connections: user.connectionsCount,
    followers: user.followersCount,
    followings: user.followingsCount,
  };
  return (
    <Columns wide plain right={<ProfileSide followers={counts.followers} followings={counts.followings} mine />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <ProfileHeader person={user} details={user} counts={counts} onEdit={edit}>
        <ButtonLink to={profileAddress(user)}>{t(texts.asOthers)}</ButtonLink>
        <Button icon={Pencil} onClick={() => edit({ editor: 'profile' })}>
          {t(texts.edit)}
        </Button>
        <ShareMenu person={user} mine />
      </ProfileHeader>
      <ProfileTabs userId={user._id}>
        <div className={styles.stack}>
          <OwnSections user={user} onEdit={edit} />
          <ProfilePosts />
        </div>
      </ProfileTabs>
      {editors}
    </Columns>
  );
}

/** The viewer's own profile, with a button to edit every part of it. */
export function ProfilePage() {
  const user = useAppSelector(selectOwnUser);
  if (user) return <OwnProfile user={user} />;
  return (
    <Columns wide plain>
      <PageTitle>{t(texts.title)}</PageTitle>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <HeaderSkeleton />
      <SectionsSkeleton />
    </Columns>
  );
}
