import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('browse.guests', {
  hint: 'Sign in to apply for jobs, join webinars and write to members.',
  signIn: 'Sign in',
});

/** Guests see all of a list. To do something with it they sign in and come back to this page. */
export function GuestHint() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { pathname, search } = useLocation();
  const state: LoginState = { from: `${pathname}${search}` };
  if (signedIn) return null;
  return (
    <Banner
      tone="lamp"
      action={
        <TextLink to="/Login" state={state}>
          {t(texts.signIn)}
        </TextLink>
      }
    >
      {t(texts.hint)}
    </Banner>
  );
}
