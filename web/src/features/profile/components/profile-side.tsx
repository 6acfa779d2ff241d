import type { ComponentProps } from 'react';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { SidebarPanels, useHasSidebar } from '#features/sidebar/components/sidebar.tsx';
import { useAppSelector } from '#lib/store.ts';
import { ProfileStats } from './header/profile-stats.tsx';

/** The side column of a profile: its counts and, for members, popular posts and people they may know. */
export function ProfileSide(stats: ComponentProps<typeof ProfileStats>) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  if (!useHasSidebar()) return null;
  return (
    <>
      <ProfileStats {...stats} />
      {signedIn && <SidebarPanels popular followers={false} />}
    </>
  );
}
