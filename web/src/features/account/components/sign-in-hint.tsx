import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { selectIsLoggedIn } from '../auth-slice.ts';
import type { LoginState } from '../pages/login-page.tsx';

const texts = defineMessages('account.signInHint', { signIn: 'Sign in' });

/** Guests see the whole list. To act on it they sign in, and then return to this page. */
export function SignInHint({ children }: { children: string }) {
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
      {children}
    </Banner>
  );
}
