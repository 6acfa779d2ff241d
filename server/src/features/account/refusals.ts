/** Writes refused sign-ins and wrong proofs of identity to the log of account events. */
import { AppError } from '#http/errors/errors.ts';
import type { SignInMethod } from '#http/observe/security-log.ts';
import type { Services } from '#services.ts';

type Log = Pick<Services, 'security'>;

/** The fields with which members prove who they are. */
const PROOFS: ReadonlySet<string> = new Set(['password', 'currentPassword', 'code', 'passkey']);

/** Whether the caller is the reason for an error, which a limit or an outage is not. */
const isRefused = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 429;

/** Runs a sign-in, and logs it if it is refused. */
export function logRefusedSignIn<T>(
  { security }: Log,
  attempt: { method: SignInMethod; address: string; memberId?: string },
  signIn: () => Promise<T>,
): Promise<T> {
  return signIn().catch((error: unknown) => {
    if (isRefused(error)) security.record('sign-in-failed', attempt);
    throw error;
  });
}

/** Runs a change that requires a password, passkey or code, and logs a wrong one. */
export function logWrongProof<T>(
  { security }: Log,
  { userId: memberId, sessionId, address }: { userId: string; sessionId: string; address: string },
  change: () => Promise<T>,
): Promise<T> {
  return change().catch((error: unknown) => {
    if (isRefused(error) && error.fields?.some(({ field }) => PROOFS.has(field)))
      security.record('proof-failed', { memberId, sessionId, address });
    throw error;
  });
}
