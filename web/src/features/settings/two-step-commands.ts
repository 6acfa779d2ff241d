/** Commands that turn two-step verification on and off. */
import type {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '@afterhours/contract/account/two-factor';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';

/** `password` is null for members who have none. */
export type Proof = { password: string | null; code: string };

export const loadTwoStep = () => call<typeof getTwoFactor>('GET', '/twoFactor');

export const startTwoStep = (password: string | null) =>
  call<typeof startTwoFactor>('POST', '/twoFactor/start', { body: { password } });

/** Turns it on with the app's first code; the response holds the recovery codes. */
export function enableTwoStep(code: string): AppThunk<ReturnType<typeof call<typeof enableTwoFactor>>> {
  return async (dispatch) => {
    const response = await call<typeof enableTwoFactor>('POST', '/twoFactor/enable', { body: { code } });
    if (response.ok) void dispatch(loadOwnUser());
    return response;
  };
}

export function disableTwoStep(proof: Proof): AppThunk<ReturnType<typeof call<typeof disableTwoFactor>>> {
  return async (dispatch) => {
    const response = await call<typeof disableTwoFactor>('POST', '/twoFactor/disable', { body: proof });
    if (response.ok) void dispatch(loadOwnUser());
    return response;
  };
}

export const renewCodes = (proof: Proof) =>
  call<typeof renewRecoveryCodes>('POST', '/twoFactor/recoveryCodes', { body: proof });
