import { accountMessages } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/sign-in-link';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import { logRefusedSignIn } from '../refusals.ts';
import { createAccountLimits } from './limits.ts';
import { registerSignInLinks, requestLink, signInWithLink } from './sign-in-links.ts';
import { requirePasswordsInUse } from './sign-in-methods.ts';
import { toSignInResponse } from './sign-in-response.ts';

/** Routes that sign in with a mailed link. */
export default function register(context: FeatureContext): void {
  const { bind, services, createNetworkCounter } = context;
  registerSignInLinks(services);
  const limits = createAccountLimits(context);
  const byNetwork = createNetworkCounter({
    name: 'sign-in-link-network',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(contract.requestSignInLink, async ({ body: { email }, address, device }) => {
    requirePasswordsInUse(services);
    await limits.takeMail('sign-in', { email, address, device });
    await requestLink(services, email, device);
    return { message: contract.signInLinkMessages.sent, body: null };
  });

  bind(contract.signInByLink, async ({ body, address, userAgent, device }) => {
    await byNetwork.take(address);
    const client = { address, userAgent, device };
    const entered = await logRefusedSignIn(services, { method: 'link', address }, () =>
      signInWithLink(services, body.token, client),
    );
    await byNetwork.giveBack(address);
    return toSignInResponse(services, entered);
  });
}
