import { accountMessages } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/oidc';
import { logRefusedSignIn, toSignInResponse } from '#features/account/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import { createOidcProvider } from '#platform/oidc/oidc-provider.ts';
import { english } from '#texts/english.ts';
import * as commands from './commands.ts';
import { deleteExpiredAttempts, isLinked } from './queries.ts';

const { oidcMessages } = contract;

/** Returns a function that returns the configured provider, or throws a 404. */
function findOidc({ services }: FeatureContext): () => commands.Oidc {
  const { oidc: settings, publicUrl } = services.config;
  const oidc = settings && { settings, provider: createOidcProvider(settings, `${publicUrl}/Login/oidc`) };
  return () => {
    if (!oidc) throw new AppError(404, oidcMessages.off);
    return oidc;
  };
}

function bindSignIn({ bind, services, createNetworkCounter }: FeatureContext, oidc: () => commands.Oidc): void {
  const byNetwork = createNetworkCounter({
    name: 'oidc-network',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(contract.startOidc, async ({ device }) => ({
    body: { address: await commands.begin(services, oidc(), device, null) },
  }));

  bind(contract.finishOidc, async ({ body, address, userAgent, device }) => {
    const set = oidc();
    await byNetwork.take(address);
    const entered = await logRefusedSignIn(services, { method: 'oidc', address }, () =>
      commands.signIn(services, set, body.answer, { address, userAgent, device }),
    );
    await byNetwork.giveBack(address);
    return toSignInResponse(services, entered);
  });
}

function bindLink({ bind, services }: FeatureContext, oidc: () => commands.Oidc): void {
  const settings = services.config.oidc;
  const provider = settings?.name ?? null;

  bind(contract.getOidcLink, async ({ viewerId }) => ({
    body: { provider, linked: settings !== null && (await isLinked(services.readsNow, settings, viewerId)) },
  }));

  bind(contract.startOidcLink, async ({ viewerId, device }) => ({
    body: { address: await commands.begin(services, oidc(), device, viewerId) },
  }));

  bind(contract.linkOidc, async ({ viewerId, body, address, userAgent, device }) => {
    const set = oidc();
    const client = { address, userAgent, device };
    await commands.link(services, set, viewerId, { answer: body.answer, client });
    return { message: english(oidcMessages.linked, { name: set.settings.name }), body: { provider, linked: true } };
  });

  bind(contract.unlinkOidc, async ({ viewerId, address, userAgent }) => {
    const set = oidc();
    await commands.unlink(services, set, viewerId, { address, userAgent });
    return { message: english(oidcMessages.unlinked, { name: set.settings.name }), body: { provider, linked: false } };
  });
}

export default function register(context: FeatureContext): void {
  const { services } = context;
  services.jobs.schedule({ name: 'oidc.cleanup', formerName: 'oidc.sweep', cron: '37 * * * *' }, () =>
    deleteExpiredAttempts(services.db),
  );
  const oidc = findOidc(context);
  bindSignIn(context, oidc);
  bindLink(context, oidc);
}
