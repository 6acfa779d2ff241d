import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { accountTexts } from '#features/account/account-texts.ts';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { StatePage } from '#ui/layout/state-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';

const texts = defineMessages('site.notFound', {
  title: 'Page Not Found',
  home: 'Back To Home',
  text: 'There is no page at this address. It may have moved, or the link may be incomplete.',
  guestText: 'There is no page at this address, or it is for members only. Sign in to see pages for members.',
});

/** Guests may not learn whether there is a page for members, so they can sign in and look again. */
export function NotFoundPage() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { pathname, search } = useLocation();
  const state: LoginState = { from: `${pathname}${search}` };
  return (
    <>
      <PageTitle>{t(texts.title)}</PageTitle>
      <StatePage>
        <EmptyState
          heading
          title={t(texts.title)}
          action={
            <>
              {!signedIn && (
                <ButtonLink to="/Login" state={state} variant="primary">
                  {t(accountTexts.signIn)}
                </ButtonLink>
              )}
              <ButtonLink to="/home" variant={signedIn ? 'primary' : 'secondary'}>
                {t(texts.home)}
              </ButtonLink>
            </>
          }
        >
          {t(signedIn ? texts.text : texts.guestText)}
        </EmptyState>
      </StatePage>
    </>
  );
}
