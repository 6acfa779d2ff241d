import type { UpdateProfileBody, updateProfile } from '@afterhours/contract/profile/profile-update';
import { type CallFailure, call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { receiveOwnUser } from './session-commands.ts';

export type SwitchName = {
  [Name in keyof UpdateProfileBody]-?: 'On' | 'Off' extends NonNullable<UpdateProfileBody[Name]> ? Name : never;
}[keyof UpdateProfileBody];

/** Saves a setting of the member's account, and shows the server's resulting state. */
export function saveSetting(body: UpdateProfileBody): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof updateProfile>('PUT', '/updateProfile', { body });
    if (!response.ok) return response;
    dispatch(receiveOwnUser(response.body));
    return undefined;
  };
}
