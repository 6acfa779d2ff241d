import { RESET_MINUTES } from '@afterhours/contract/account';
import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { AccountFrame } from '../components/account-frame.tsx';

export function InformationPage() {
  const state = useLocation().state as { email?: string } | null;
  return (
    <AccountFrame
      title="Check your e-mail"
      lead={
        <>
          The password reset link was sent{state?.email ? ` to ${state.email}, if that address is known here` : ''}. It
          works once, within {RESET_MINUTES} minutes.
        </>
      }
      foot={
        <p>
          Nothing there? Look into the spam folder, or <TextLink to="/Forgot">ask for another link</TextLink>.
        </p>
      }
    >
      <ButtonLink to="/Login" variant="primary" wide>
        Back To Login
      </ButtonLink>
    </AccountFrame>
  );
}
