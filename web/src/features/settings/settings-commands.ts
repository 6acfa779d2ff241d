/** Commands of the settings beyond the profile: password, sessions, blocks, and the account itself. */
import type { changePassword, forgotPassword } from '@afterhours/contract/account/account';
import type { deleteAccount } from '@afterhours/contract/account/account-data';
import type { changePasswordBody } from '@afterhours/contract/account/passwords';
import type { deleteOtherSessions, deleteSession, listSessions, session } from '@afterhours/contract/account/sessions';
import type { RouteInput } from '@afterhours/contract/base/route';
import type { listBlockedMembers, setBlock } from '@afterhours/contract/moderation/moderation';
import type * as z from 'zod/mini';
import type { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { leaveBrowser, loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { readUser } from '#lib/browser/session-storage.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

type Failed = Promise<CallFailure | undefined>;
export type Session = z.infer<typeof session>;

/** Changes the password, which ends all other sessions, and reloads the account. */
export function replacePassword(body: z.input<typeof changePasswordBody>): AppThunk<Failed> {
  return async (dispatch) => {
    const response = await call<typeof changePassword>('POST', '/changePassword', { body });
    if (!response.ok) return response;
    showSuccess(response.message);
    void dispatch(loadOwnUser());
    return undefined;
  };
}

/** Mails a link to set a first password. */
export const mailPasswordLink = (email: string) =>
  call<typeof forgotPassword>('POST', '/forgotPassword', { body: { email }, public: true });

export const loadSessions = () => call<typeof listSessions>('GET', '/sessions');
export const endOneSession = (id: string) => call<typeof deleteSession>('DELETE', '/sessions/:id', { params: { id } });
export const endOtherSessions = () => call<typeof deleteOtherSessions>('DELETE', '/sessions');

export const loadBlocked = (cursor: string | null) =>
  call<typeof listBlockedMembers>('GET', '/users/blocked', { query: pageQuery(cursor, 20) });
export const unblock = (userId: string) =>
  call<typeof setBlock>('POST', '/users/block', { body: { userId, action: 'unblock' } });

type Confirmed = ReturnType<typeof useConfirmation>['confirmed'];

/** Deletes the account; its session ends in this browser too. */
export function leave(body: RouteInput<typeof deleteAccount>['body'], confirmed: Confirmed): AppThunk<Failed> {
  return async (dispatch) => {
    // The server may report the end of the session before it responds.
    const member = readUser();
    const response = await confirmed(() => call<typeof deleteAccount>('DELETE', '/account', { body }));
    if (!response.ok) return response;
    dispatch(leaveBrowser(member));
    showSuccess(response.message);
    return undefined;
  };
}
