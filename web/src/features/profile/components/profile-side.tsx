import type { ComponentProps } from 'react';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { Panels, useSide } from '#features/side/components/side-panels.tsx';
import { useAppSelector } from '#lib/store.ts';
import { ProfileStats } from './profile-stats.tsx';

/** Beside a profile: its numbers, and for members what is talked about and who else there is. */
export function ProfileSide(stats: ComponentProps<typeof ProfileStats>) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  if (!useSide()) return null;
  return (
    <>
      <ProfileStats {...stats} />
      {signedIn && <Panels popular followers={false} />}
    </>
  );
}
