import { SIGN_IN_LINK_MINUTES, signInLinkBody } from '@afterhours/contract/account/sign-in-link';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { AccountForm } from '../account-form.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';
import { CodeStep } from '../components/code-step.tsx';
import { EmailField } from '../components/email-field.tsx';
import { enterByLink, requestLink } from '../sign-in/sign-in-link-steps.ts';
import type { LoginState } from './login-page.tsx';

const texts = defineMessages('account.signInLink', {
  title: 'Sign in by email',
  lead: 'We’ll email you a link. It works once, for {minutes} minutes, in this browser.',
  send: 'Send the link',
  sentTitle: 'Check your email',
  enterLead: 'One click and you’re in.',
  newLink: 'Ask for a new link',
});

const BackToLogin = () => <TextLink to="/Login">{t(accountTexts.backToLogin)}</TextLink>;

/** The form that requests a link, and its result. */
function Request() {
  const [sent, setSent] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    schema: signInLinkBody,
    submit: async ({ email }) => {
      const response = await requestLink(email);
      if (!response.ok) return response;
      setSent(response.message);
      return undefined;
    },
  });
  if (sent !== undefined) {
    return (
      <AccountFrame title={t(texts.sentTitle)} foot={<BackToLogin />}>
        <Banner tone="success">{sent}</Banner>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t(texts.title)} lead={t(texts.lead, { minutes: SIGN_IN_LINK_MINUTES })} foot={<BackToLogin />}>
      <AccountForm of={form} submitLabel={t(texts.send)}>
        <EmailField {...form.field('email')} autoComplete="username" />
      </AccountForm>
    </AccountFrame>
  );
}

/** Uses the link on a click, because programs that open links in mails do not click buttons. */
function Enter({ token }: { token: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<string>();
  if (challenge !== undefined) {
    const back = (notice?: string) => {
      const state: LoginState = notice ? { notice } : null;
      void navigate('/Login', { replace: true, state });
    };
    return <CodeStep challenge={challenge} onBack={back} />;
  }
  const enter = async () => {
    setPending(true);
    const entered = await dispatch(enterByLink(token));
    setPending(false);
    if (!entered) return;
    if ('challenge' in entered) setChallenge(entered.challenge);
    else setProblem(entered.message);
  };
  return (
    <AccountFrame title={t(accountTexts.signIn)} lead={problem ? undefined : t(texts.enterLead)} foot={<BackToLogin />}>
      {problem ? (
        <>
          <Banner tone="danger">{problem}</Banner>
          <ButtonLink to="/Login/link" replace variant="primary" wide>
            {t(texts.newLink)}
          </ButtonLink>
        </>
      ) : (
        <Button variant="primary" wide loading={pending} onClick={() => void enter()}>
          {t(accountTexts.signIn)}
        </Button>
      )}
    </AccountFrame>
  );
}

/**
 * The page of a mailed sign-in link, whose token is in the fragment. Without a token, it shows the form to request a
 * link.
 */
export function SignInLinkPage() {
  const token = useLocation().hash.replace(/^#/, '');
  return token ? <Enter key={token} token={token} /> : <Request />;
}
