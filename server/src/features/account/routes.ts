import * as account from '@afterhours/contract/account';
import { twoFactorMessages } from '@afterhours/contract/two-factor';
import { fieldProblem } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import * as commands from './commands.ts';
import { sessionsEnded } from './events.ts';
import { accountMail, registerAccountJobs } from './jobs.ts';
import { loadOwnUser } from './loaders.ts';
import { selectSessions } from './queries.ts';
import { toSessionView } from './views.ts';

const { accountMessages } = account;
const QUARTER_HOUR = 900;

const getOwnUser = ({ db }: Services, userId: string) => loadOwnUser(db, userId);

export default function register(context: FeatureContext): void {
  const { services } = context;
  registerAccountJobs(services);
  services.events.after(sessionsEnded, ({ sessionIds }) => {
    for (const sessionId of sessionIds) {
      services.sessions.forget(sessionId);
      services.channels.endSession(sessionId);
    }
  });
  bindAccess(context);
  bindMailed(context);
  bindOwn(context);
}

function bindAccess({ bind, services, createTryCounter }: FeatureContext): void {
  const counter = (name: string, tries: number) =>
    createTryCounter({ name, tries, seconds: QUARTER_HOUR, message: accountMessages.tooManyTries });
  const byAccount = counter('login-account', 10);
  const byAddress = counter('login-address', 30);

  bind(account.signup, async ({ body }) => {
    const userId = await commands.signUp(services, body);
    return { message: accountMessages.signedUp, body: { user: await getOwnUser(services, userId) } };
  });

  bind(account.login, async ({ body, address, userAgent }) => {
    await byAddress.take(address);
    await byAccount.take(body.email);
    const entered = await commands.logIn(services, body, { address, userAgent });
    await byAccount.clear(body.email);
    await byAddress.giveBack(address);
    if ('challenge' in entered) {
      const { challenge } = entered;
      return { message: twoFactorMessages.needed, body: { twoFactorRequired: true as const, challenge } };
    }
    const { token, userId } = entered;
    return { message: accountMessages.signedIn, body: { token, user: await getOwnUser(services, userId) } };
  });

  bind(account.logout, async ({ session }) => {
    await commands.endSessions(services, session.userId, { only: session.sessionId });
    return { message: accountMessages.signedOut, body: null };
  });
}

function bindMailed({ bind, services, createTryCounter }: FeatureContext): void {
  const mailings = createTryCounter({
    name: 'account-mail',
    tries: 5,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });
  const codes = createTryCounter({
    name: 'otp-address',
    tries: 30,
    seconds: QUARTER_HOUR,
    message: accountMessages.tooManyTries,
  });

  bind(account.verifyOtp, async ({ body, address }) => {
    await codes.take(address);
    await commands.verifyOtp(services, body.email, body.otp);
    return { message: accountMessages.verified, body: { isUserVerified: true } };
  });

  bind(account.resendOtp, async ({ body }) => {
    await mailings.take(`verify:${body.email}`);
    await services.jobs.enqueue(services.db, accountMail, { email: body.email, purpose: 'verify' });
    return { message: accountMessages.codeSent, body: null };
  });

  bind(account.forgotPassword, async ({ body }) => {
    await mailings.take(`reset:${body.email}`);
    // The job finds out whether the address is known; here both cases do exactly the same.
    await services.jobs.enqueue(services.db, accountMail, { email: body.email, purpose: 'reset' });
    return { message: accountMessages.resetSent, body: null };
  });

  bind(account.resetPassword, async ({ body }) => {
    await commands.resetPassword(services, body.token, body.newPassword);
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

  bind(account.changePassword, async ({ body, session }) => {
    const current = body.currentPassword ?? body.oldPassword;
    if (current === undefined) throw fieldProblem('currentPassword', 'Current Password is required.');
    await changes.take(session.userId);
    await commands.changePassword(services, session, current, body.newPassword);
    await changes.clear(session.userId);
    return { message: accountMessages.passwordChanged, body: null };
  });

  bind(account.listSessions, async ({ session }) => {
    const rows = await selectSessions(services.readsNow, session.userId);
    return { body: rows.map((row) => toSessionView(row, session.sessionId)) };
  });

  bind(account.deleteSession, async ({ session, params }) => {
    await commands.deleteSession(services, session.userId, params.id);
    return { message: accountMessages.sessionEnded, body: null };
  });

  bind(account.deleteOtherSessions, async ({ session }) => {
    const ended = await commands.endSessions(services, session.userId, { except: session.sessionId });
    return { message: accountMessages.othersEnded, body: { ended: ended.length } };
  });
}
