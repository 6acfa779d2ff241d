import { guestTexts } from '@afterhours/contract/constants/guests';
import type { ReactNode } from 'react';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SignInHint } from '#features/account/components/sign-in-hint.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Columns } from '#ui/layout/columns.tsx';

type BrowseColumnsProps = {
  heading: ReactNode;
  /** Shown next to the list where there is room. */
  right?: ReactNode;
  children: ReactNode;
};

/** The layout of a public list. */
export function BrowseColumns({ heading, right, children }: BrowseColumnsProps) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <Columns left={signedIn && <OwnCard />} right={right}>
      {heading}
      <SignInHint>{t(guestTexts.hint)}</SignInHint>
      {children}
    </Columns>
  );
}
