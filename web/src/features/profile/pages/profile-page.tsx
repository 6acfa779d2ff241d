import { selectOwnUser } from '#features/account/auth-slice.ts';
import { ProfilePosts } from '#features/activities/components/profile-posts.tsx';
import { MemberHead } from '#features/people/components/member-head.tsx';
import { SidePanels } from '#features/people/components/side-panels.tsx';
import { useAppSelector } from '#lib/store.ts';
import { Columns } from '#ui/shell/columns.tsx';

/** My own profile, as others see it, and my posts. */
export function ProfilePage() {
  const user = useAppSelector(selectOwnUser);
  const counts = user && { followers: user.followersCount, followings: user.followingsCount };
  return (
    <Columns right={<SidePanels />}>
      <title>Your profile · Afterhours</title>
      <MemberHead person={user ?? undefined} counts={counts} />
      <ProfilePosts />
    </Columns>
  );
}
