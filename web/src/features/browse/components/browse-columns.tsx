import type { ReactNode } from 'react';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { useAppSelector } from '#lib/store.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { GuestHint } from './guest-hint.tsx';

/** The frame of a list that everybody can browse. */
export function BrowseColumns({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <Columns left={signedIn && <OwnCard />}>
      {heading}
      <GuestHint />
      {children}
    </Columns>
  );
}
