import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SignInHint } from '#features/account/components/sign-in-hint.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Columns } from '#ui/layout/columns.tsx';

const texts = defineMessages('browse.guests', {
  hint: 'Sign in to apply for jobs, join webinars and write to members.',
});

/** The frame of a list that everybody can browse. */
export function BrowseColumns({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <Columns left={signedIn && <OwnCard />}>
      {heading}
      <SignInHint>{t(texts.hint)}</SignInHint>
      {children}
    </Columns>
  );
}
