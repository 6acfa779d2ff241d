import { accountMessages } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/social-login';
import { loadOwnUser, logRefusedSignIn, toSignInResponse } from '#features/account/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import { createGoogleTokens } from '#platform/google/google-tokens.ts';
import { completeSignup, signInWithGoogle, unlinkGoogle } from './commands.ts';
import { createNonce } from './nonces.ts';
import { deleteExpiredNonces, isLinked } from './queries.ts';

const { socialLoginMessages } = contract;

/** The Google account that is linked to a member's own. */
function bindLink({ bind, services }: FeatureContext): void {
  const available = services.config.google !== null;
  bind(contract.getGoogleLink, async ({ viewerId }) => ({
    body: { available, linked: await isLinked(services.readsNow, viewerId) },
  }));

  bind(contract.unlinkGoogle, async ({ viewerId, address, userAgent }) => {
    await unlinkGoogle(services, viewerId, { address, userAgent });
    return { message: socialLoginMessages.unlinked, body: { available, linked: false } };
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services, createNetworkCounter } = context;
  const settings = services.config.google;
  const google = settings && createGoogleTokens(settings);
  services.jobs.schedule({ name: 'social-login.cleanup', formerName: 'social-login.sweep', cron: '29 * * * *' }, () =>
    deleteExpiredNonces(services.db),
  );
  const byNetwork = createNetworkCounter({
    name: 'google-network',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(contract.getSocialLogin, async () => ({
    body: {
      google: settings && { clientId: settings.clientId, authUrl: settings.authUrl },
      oidc: services.config.oidc && { name: services.config.oidc.name },
    },
  }));

  bind(contract.startSocialLogin, async () => {
    if (!google) throw new AppError(404, socialLoginMessages.off);
    return { body: { nonce: await createNonce(services.db) } };
  });

  bind(contract.socialLogin, async ({ body, address, userAgent, device }) => {
    if (!google) throw new AppError(404, socialLoginMessages.off);
    await byNetwork.take(address);
    const sent = { credential: body.credential, nonce: body.nonce ?? null };
    const entered = await logRefusedSignIn(services, { method: 'google', address }, () =>
      signInWithGoogle(services, google, sent, { address, userAgent, device }),
    );
    await byNetwork.giveBack(address);
    return toSignInResponse(services, entered);
  });

  bind(contract.completeSignup, async ({ viewerId, body }) => {
    await completeSignup(services, viewerId, body);
    return { message: socialLoginMessages.completed, body: await loadOwnUser(services.db, viewerId) };
  });

  bindLink(context);
}
