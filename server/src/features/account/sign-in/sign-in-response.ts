import { accountMessages } from '@afterhours/contract/account/account';
import { twoFactorMessages } from '@afterhours/contract/account/two-factor';
import type { Services } from '#services.ts';
import { loadOwnUser } from '../own-record.ts';

type Opened = { token: string; userId: string; isNew?: boolean };

/** Returns the response to a sign-in that has opened a session, or that has a second step: a code. */
export async function toSignInResponse<O extends Opened>({ db }: Services, entered: O | { challenge: string }) {
  if ('challenge' in entered) {
    const { challenge } = entered;
    return { message: twoFactorMessages.needed, body: { twoFactorRequired: true as const, challenge } };
  }
  const { userId, ...opened } = entered;
  return { message: accountMessages.signedIn, body: { ...opened, user: await loadOwnUser(db, userId) } };
}
