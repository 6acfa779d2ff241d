import { RESET_MINUTES } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useLocation } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { accountTexts } from '../account-texts.ts';
import { AccountFrame } from '../components/account-frame.tsx';

const texts = defineMessages('account.information', {
  title: 'Check your email',
  sent: 'The password reset link was sent. It works once, within {minutes} minutes.',
  sentTo:
    'The password reset link was sent to {email}, if that address is known here. It works once, within {minutes} ' +
    'minutes.',
  missing: 'Nothing there? Look in the spam folder, or <again>ask for another link</again>.',
});

export function InformationPage() {
  const state = useLocation().state as { email?: string } | null;
  return (
    <AccountFrame
      title={t(texts.title)}
      lead={
        state?.email ? (
          <Sentence text={texts.sentTo} values={{ email: state.email, minutes: RESET_MINUTES }} />
        ) : (
          t(texts.sent, { minutes: RESET_MINUTES })
        )
      }
      foot={
        <p>
          <Sentence text={texts.missing} elements={{ again: <TextLink to="/Forgot">{null}</TextLink> }} />
        </p>
      }
    >
      <ButtonLink to="/Login" variant="primary" wide>
        {t(accountTexts.backToLogin)}
      </ButtonLink>
    </AccountFrame>
  );
}
