import * as account from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/email-change';
import { deleteOtherSessions, deleteSession, listSessions } from '@afterhours/contract/account/sessions';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { HOUR, QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import type { Services } from '#services.ts';
import * as commands from './commands.ts';
import { sessionOpened, sessionsEnded } from './events.ts';
import { accountMail, registerAccountJobs } from './jobs.ts';
import { loadOwnUser } from './loaders.ts';
import { changeEmail, confirmEmail, registerEmailChange } from './mail/email-change.ts';
import { sendOwnRecords } from './own-record.ts';
import { logWrongProof } from './refusals.ts';
import { selectSessions } from './session-queries.ts';
import { createAccountLimits } from './sign-in/limits.ts';
import { changePassword, resetPassword } from './sign-in/password-commands.ts';
import { requirePasswordsInUse } from './sign-in/sign-in-methods.ts';
import { toSignInResponse } from './sign-in/sign-in-response.ts';
import { toSessionView } from './views.ts';

const { accountMessages } = account;

/** Closes the sockets of ended sessions, and notifies the member's other tabs of new and ended ones. */
function announceSessions({ channels, events, sessions }: Services): void {
  events.after(sessionsEnded, ({ sessionIds }) => {
    for (const sessionId of sessionIds) {
      sessions.drop(sessionId);
      channels.endSession(sessionId);
    }
  });
  for (const event of [sessionOpened, sessionsEnded])
    events.after(event, ({ userId }: { userId: string }) => channels.toMember(userId, 'sessions', {}));
}

type Limits = ReturnType<typeof createAccountLimits>;

export default function register(context: FeatureContext): void {
  const { services } = context;
  registerAccountJobs(services);
  announceSessions(services);
  sendOwnRecords(services);
  const limits = createAccountLimits(context);
  bindSignUp(context);
  bindAccess(context, limits);
  bindMailed(context, limits);
  bindOwn(context);
  bindEmailChange(context, limits);
}

function bindSignUp({ bind, services, createNetworkCounter }: FeatureContext): void {
  const signUps = createNetworkCounter({
    name: 'sign-up-network',
    tries: services.config.signUpsPerHour,
    seconds: HOUR,
    message: accountMessages.tooManySignUps,
  });

  bind(account.signup, async ({ body, address, ...client }) => {
    requirePasswordsInUse(services);
    await signUps.take(address);
    const userId = await commands.signUp(services, body, { ...client, address }).catch(async (error: unknown) => {
      // A rejected form does not count as a sign-up.
      if (error instanceof AppError && error.status === 422) await signUps.giveBack(address);
      throw error;
    });
    services.security.record('sign-up', { memberId: userId, account: body.email, address });
    return { message: accountMessages.signedUp, body: { user: await loadOwnUser(services.db, userId) } };
  });
}

function bindAccess({ bind, services }: FeatureContext, limits: Limits): void {
  bind(account.login, async ({ body, address, userAgent, device }) => {
    requirePasswordsInUse(services);
    const attempt = await limits.takeSignIn({ email: body.email, address, device });
    const entered = await commands.logIn(services, body, { address, userAgent, device });
    await attempt.succeeded();
    return toSignInResponse(services, entered);
  });

  bind(account.logout, async ({ session }) => {
    await commands.endSessions(services, session.userId, { only: session.sessionId });
    return { message: accountMessages.signedOut, body: null };
  });
}

function bindMailed({ bind, services }: FeatureContext, limits: Limits): void {
  bind(account.verifyOtp, async ({ body, address, device }) => {
    await limits.takeCode({ email: body.email, address, device });
    await commands.verifyOtp(services, body.email, body.otp);
    return { message: accountMessages.verified, body: { isUserVerified: true } };
  });

  bind(account.resendOtp, async ({ body: { email }, address, device }) => {
    await limits.takeMail('verify', { email, address, device });
    await services.jobs.enqueue(services.db, accountMail, { email, purpose: 'verify' });
    return { message: accountMessages.codeSent, body: null };
  });

  bind(account.forgotPassword, async ({ body: { email }, address, device }) => {
    requirePasswordsInUse(services);
    await limits.takeMail('reset', { email, address, device });
    // The job finds out whether the address is known; here both cases do exactly the same work.
    await services.jobs.enqueue(services.db, accountMail, { email, purpose: 'reset' });
    return { message: accountMessages.resetSent, body: null };
  });

  bind(account.resetPassword, async ({ body, address, userAgent, device }) => {
    await resetPassword(services, body, { address, userAgent, device });
    return { message: accountMessages.resetDone, body: null };
  });
}

function bindOwn({ bind, services, createTryCounter }: FeatureContext): void {
  const changes = createTryCounter({
    name: 'change-password',
    tries: 10,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(account.getProfile, async ({ viewerId }) => ({ body: await loadOwnUser(services.readsNow, viewerId) }));

  bind(account.changePassword, async ({ body, session, address, userAgent, device }) => {
    const current = body.currentPassword ?? body.oldPassword ?? '';
    await changes.take(session.userId);
    const sent = { current, newPassword: body.newPassword };
    await logWrongProof(services, { ...session, address }, () =>
      changePassword(services, session, sent, { address, userAgent, device }),
    );
    await changes.clear(session.userId);
    return { message: accountMessages.passwordChanged, body: null };
  });

  bind(listSessions, async ({ session }) => {
    const rows = await selectSessions(services.readsNow, session.userId, session.sessionId);
    return { body: rows.map((row) => toSessionView(row, session.sessionId)) };
  });

  bind(deleteSession, async ({ session, params }) => {
    await commands.deleteSession(services, session.userId, params.id);
    return { message: accountMessages.sessionEnded, body: null };
  });

  bind(deleteOtherSessions, async ({ session }) => {
    const ended = await commands.endSessions(services, session.userId, { except: session.sessionId });
    return { message: accountMessages.othersEnded, body: { ended: ended.length } };
  });
}

function bindEmailChange({ bind, services, createTryCounter }: FeatureContext, limits: Limits): void {
  registerEmailChange(services);
  const message = accountMessages.tooManyTries;
  const requests = createTryCounter({ name: 'change-email', tries: 10, seconds: QUARTER_HOUR, message });
  const guesses = createTryCounter({ name: 'change-email-code', tries: 10, seconds: QUARTER_HOUR, message });

  bind(contract.changeEmail, async ({ viewerId, session, body, address, device }) => {
    await requests.take(viewerId);
    await limits.takeMail('change', { email: body.newEmail, address, device });
    await logWrongProof(services, { ...session, address }, () => changeEmail(services, viewerId, body));
    return { message: contract.emailChangeMessages.codeSent, body: null };
  });

  bind(contract.confirmEmail, async ({ viewerId, body, address, userAgent }) => {
    await guesses.take(viewerId);
    await confirmEmail(services, viewerId, body.code, { address, userAgent });
    await guesses.clear(viewerId);
    const user = await loadOwnUser(services.db, viewerId);
    services.channels.toMember(viewerId, 'ownProfile', { user });
    return { message: contract.emailChangeMessages.changed, body: user };
  });
}
