import { accountMessages } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/passkeys';
import { announceOwnRecord, loadOwnUser } from '#features/account/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import * as commands from './commands.ts';
import { deleteExpiredChallenges, type PasskeyRow, selectPasskeys } from './queries.ts';
import { PasskeyError } from './verify.ts';

const { passkeyMessages } = contract;

const toPasskeyView = (row: PasskeyRow): contract.Passkey => ({
  _id: row.id,
  label: row.label,
  backedUp: row.backed_up,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

function bindSignIn({ bind, services, createNetworkCounter }: FeatureContext): void {
  const byNetwork = createNetworkCounter({
    name: 'passkey-network',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(contract.startPasskeySignIn, async () => ({ body: await commands.startAssertion(services, null) }));

  bind(contract.signInByPasskey, async ({ body, address, userAgent, device }) => {
    await byNetwork.take(address);
    const client = { address, userAgent, device };
    const { token, userId } = await commands.signIn(services, body, client).catch((error: unknown) => {
      if (!(error instanceof PasskeyError)) throw error;
      services.security.record('sign-in-failed', { method: 'passkey', address });
      throw new AppError(401, error.text);
    });
    await byNetwork.giveBack(address);
    return { message: accountMessages.signedIn, body: { token, user: await loadOwnUser(services.db, userId) } };
  });
}

function bindOwn({ bind, services, createTryCounter }: FeatureContext): void {
  const changes = createTryCounter({
    name: 'passkey-change',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(contract.listPasskeys, async ({ viewerId }) => {
    const rows = await selectPasskeys(services.readsNow, viewerId);
    return { body: rows.map(toPasskeyView) };
  });

  bind(contract.startPasskey, async ({ viewerId }) => ({ body: await commands.start(services, viewerId) }));

  bind(contract.addPasskey, async ({ session, body, address, userAgent }) => {
    await changes.take(session.userId);
    const row = await commands.add(services, session, body, { address, userAgent }).catch((error: unknown) => {
      throw error instanceof PasskeyError ? fieldProblem('response', error.text) : error;
    });
    announceOwnRecord(services, session.userId);
    return { message: passkeyMessages.added, body: toPasskeyView(row) };
  });

  bind(contract.renamePasskey, async ({ viewerId, params, body }) => {
    const row = await commands.rename(services, viewerId, params.id, body.label);
    announceOwnRecord(services, viewerId);
    return { message: passkeyMessages.renamed, body: toPasskeyView(row) };
  });

  bind(contract.removePasskey, async ({ viewerId, params, address, userAgent }) => {
    await commands.remove(services, viewerId, params.id, { address, userAgent });
    announceOwnRecord(services, viewerId);
    return { message: passkeyMessages.removed, body: null };
  });

  bind(contract.startConfirmation, async ({ viewerId }) => ({
    body: await commands.startAssertion(services, viewerId),
  }));
}

export default function register(context: FeatureContext): void {
  const { services } = context;
  services.jobs.schedule({ name: 'passkeys.cleanup', formerName: 'passkeys.sweep', cron: '11 * * * *' }, () =>
    deleteExpiredChallenges(services.db),
  );
  bindSignIn(context);
  bindOwn(context);
}
