/** Registration, address confirmation and password reset. Each command returns its failure, if any. */
import type {
  forgotPassword,
  resendOtp,
  resetPassword,
  signup,
  signupBody,
  verifyOtp,
} from '@afterhours/contract/account/account';
import type * as z from 'zod/mini';
import { type CallFailure, call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { codeChecked, forgotPasswordUpdated, registrationUpdated } from './auth-slice.ts';
import { signIn } from './session-commands.ts';

type Failed = Promise<CallFailure | undefined>;

/** Creates the account and signs in with it, then continues to the page for the mailed code. */
export function register(body: z.input<typeof signupBody>): AppThunk<Failed> {
  return async (dispatch) => {
    dispatch(registrationUpdated({ status: 'loading' }));
    const response = await call<typeof signup>('POST', '/signup', { body, public: true });
    if (!response.ok) {
      const status = response.status === 422 ? 'idle' : 'failed';
      dispatch(registrationUpdated({ status, message: response.message }));
      return response;
    }
    dispatch(registrationUpdated({ status: 'succeeded', message: response.message }));
    const signed = await dispatch(signIn({ email: body.email, password: body.password }, '/verify'));
    return signed.ok ? undefined : signed;
  };
}

/** Confirms the address with the mailed code. */
export function confirmAddress(email: string, otp: string): AppThunk<Failed> {
  return async (dispatch) => {
    const response = await call<typeof verifyOtp>('POST', '/verifyOtp', { body: { email, otp }, public: true });
    dispatch(codeChecked({ verified: response.ok, message: response.message }));
    return response.ok ? undefined : response;
  };
}

/** Requests a new code. */
export const resendCode = (email: string) =>
  call<typeof resendOtp>('POST', '/resendOtp', { body: { email }, public: true });

/** Requests a password reset link. The response is the same whether or not the address is known. */
export function requestReset(email: string): AppThunk<Failed> {
  return async (dispatch) => {
    dispatch(forgotPasswordUpdated({ status: 'loading' }));
    const response = await call<typeof forgotPassword>('POST', '/forgotPassword', { body: { email }, public: true });
    dispatch(forgotPasswordUpdated({ status: response.ok ? 'succeeded' : 'failed', message: response.message }));
    return response.ok ? undefined : response;
  };
}

/** Sets a new password with the token from the mailed link. */
export const setNewPassword = (token: string, newPassword: string) =>
  call<typeof resetPassword>('POST', '/resetPassword', { body: { token, newPassword }, public: true });
