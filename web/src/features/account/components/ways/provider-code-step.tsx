import { useNavigate } from 'react-router';
import type { LoginState } from '#features/account/pages/login-page.tsx';
import { CodeStep } from '../code-step.tsx';

type ProviderCodeStepProps = {
  challenge: string;
  /** The page that the member requested before signing in. */
  from: string | undefined;
};

/** The second step after a sign-in at a provider. Its way back leads to the login page. */
export function ProviderCodeStep({ challenge, from }: ProviderCodeStepProps) {
  const navigate = useNavigate();
  const back = (notice?: string) => {
    const state: LoginState = { ...(from ? { from } : {}), ...(notice ? { notice } : {}) };
    void navigate('/Login', { replace: true, state });
  };
  return <CodeStep challenge={challenge} goTo={from} onBack={back} />;
}
