/** Joining, confirming the e-mail address and getting back in. Each answers what went wrong, or nothing. */
import type {
  forgotPassword,
  resendOtp,
  resetPassword,
  signup,
  signupBody,
  verifyOtp,
} from '@afterhours/contract/account';
import type * as z from 'zod/mini';
import { type CallFailure, call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { codeTold, forgotPasswordTold, registrationTold } from './auth-slice.ts';
import { signIn } from './session-commands.ts';

type Failed = Promise<CallFailure | undefined>;

/** Creates the account and signs in with it; the page for the mailed code comes next. */
export function register(body: z.input<typeof signupBody>): AppThunk<Failed> {
  return async (dispatch) => {
    dispatch(registrationTold({ status: 'loading' }));
    const answer = await call<typeof signup>('POST', '/signup', { body, public: true });
    if (!answer.ok) {
      const status = answer.status === 422 ? 'idle' : 'failed';
      dispatch(registrationTold({ status, message: answer.message }));
      return answer;
    }
    dispatch(registrationTold({ status: 'succeeded', message: answer.message }));
    const signed = await dispatch(signIn({ email: body.email, password: body.password }, '/verify'));
    return signed.ok ? undefined : signed;
  };
}

/** Confirms the address with the mailed code. */
export function verifyCode(email: string, otp: string): AppThunk<Failed> {
  return async (dispatch) => {
    const answer = await call<typeof verifyOtp>('POST', '/verifyOtp', { body: { email, otp }, public: true });
    dispatch(codeTold({ verified: answer.ok, message: answer.message }));
    return answer.ok ? undefined : answer;
  };
}

/** Asks for a new code; answers what the server said. */
export const resendCode = (email: string) =>
  call<typeof resendOtp>('POST', '/resendOtp', { body: { email }, public: true });

/** Asks for the link to a new password; the answer is the same whether or not the address is known. */
export function askForReset(email: string): AppThunk<Failed> {
  return async (dispatch) => {
    dispatch(forgotPasswordTold({ status: 'loading' }));
    const answer = await call<typeof forgotPassword>('POST', '/forgotPassword', { body: { email }, public: true });
    dispatch(forgotPasswordTold({ status: answer.ok ? 'succeeded' : 'failed', message: answer.message }));
    return answer.ok ? undefined : answer;
  };
}

/** Sets a new password with the token of the mailed link. */
export const setNewPassword = (token: string, newPassword: string) =>
  call<typeof resetPassword>('POST', '/resetPassword', { body: { token, newPassword }, public: true });
