/**
 * Every error in a call ends here and is converted to the contract's form: this server's own errors, Zod's issues, and
 * the known codes of Fastify and the database. Any other error is a bug: it is logged in full, and the response
 * contains no details.
 */
import { type Failure, type FailureStatus, failureMessages } from '@afterhours/contract/base/envelope';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { pagingMessages } from '@afterhours/contract/base/paging';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { errorCode } from '#db/error-code.ts';
import { CursorError } from '#db/statements/keyset.ts';
import { StorageError } from '#platform/storage/storage.ts';
import { english } from '#texts/english.ts';
import { AppError, failedFields, fieldProblem, noRoom } from './errors.ts';
import { failurePageHeaders, isNavigation, writeFailurePage } from './failure-page.ts';
import { httpTexts } from './http-texts.ts';

const RETRY_SECONDS = 5;

/** Database (SQLSTATE) and system codes that a request can cause, or that are temporary. */
const knownFailures: Record<string, () => AppError> = {
  '23505': () => new AppError(409),
  '23503': () => new AppError(404, httpTexts.reference),
  '22021': () => new AppError(422, httpTexts.characters),
  '22P02': () => new AppError(422),
  '22003': () => new AppError(422),
  '22007': () => new AppError(422),
  '22008': () => new AppError(422),
  '57014': () => new AppError(503, failureMessages[503], { retryAfter: RETRY_SECONDS }),
  '53300': () => new AppError(503, failureMessages[503], { retryAfter: RETRY_SECONDS }),
  '40001': () => new AppError(503, failureMessages[503], { retryAfter: 1 }),
  '40P01': () => new AppError(503, failureMessages[503], { retryAfter: 1 }),
  '53100': noRoom,
  ENOSPC: noRoom,
  EDQUOT: noRoom,
};

const fastifyFailures: Record<string, [FailureStatus, MessageDescriptor?]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, httpTexts.notJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, httpTexts.emptyBody],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, httpTexts.mediaType],
  FST_ERR_CTP_BODY_TOO_LARGE: [413],
  FST_REQ_FILE_TOO_LARGE: [413],
  FST_ERR_BAD_URL: [400],
};

function fromValidation({ validation = [], validationContext }: FastifyError): AppError {
  // An address with malformed parameters does not exist: 404, not 422.
  if (validationContext === 'params') return new AppError(404);
  return failedFields(
    validation.map(({ instancePath, message = english(failureMessages[422]) }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message,
    })),
  );
}

/** Returns the AppError for a thrown value, or null if it is a bug. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof StorageError) return new AppError(503, httpTexts.filesAway, { retryAfter: RETRY_SECONDS });
  if (error instanceof CursorError) return fieldProblem('cursor', pagingMessages.cursor);
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (!(error instanceof Error)) return null;
  const code = errorCode(error) ?? '';
  const known = fastifyFailures[code];
  if (known) return new AppError(known[0], known[1]);
  // This comes first: a caller who hangs up in the middle of a body looks like a connection that the database has lost.
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError(status in failureMessages ? (status as FailureStatus) : 400);
  if (isUnreachable(error)) return new AppError(503, failureMessages[503], { retryAfter: RETRY_SECONDS });
  return knownFailures[code]?.() ?? null;
}

/** Returns the body of a failure. `/signup` repeats its message as `msg`. */
function toFailure(error: AppError, path: string): Failure {
  return {
    status: error.status,
    success: false,
    message: error.message,
    ...(error.status === 422 && error.fields ? { errors: error.fields } : {}),
    ...(error.reason ? { reason: error.reason } : {}),
    ...(/^\/api\/signup$/i.test(path) ? { msg: error.message } : {}),
  };
}

/**
 * While the database or the file store is away, or the server is busy, every call fails in the same place, which the
 * log need not repeat for each.
 */
function loggable(error: unknown): object {
  if (error instanceof AppError) return { reason: error.message };
  const known = error instanceof StorageError ? error.cause : error;
  if (!(known instanceof Error) || !(error instanceof StorageError || isUnreachable(known))) return { err: error };
  // Several refused addresses are one error, which has a code and no message.
  return { reason: known.message || errorCode(known) };
}

/** Returns the AppError for a thrown value. Logs the error, unless the caller is the reason. */
export function logFailure(error: unknown, log: FastifyBaseLogger): AppError {
  const known = toAppError(error);
  if (!known) log.error({ err: error }, 'request failed');
  else if (known.status >= 500) log.warn(loggable(error), 'request could not be served');
  return known ?? new AppError(500);
}

/** Returns the headers of a failure: nobody may store it, and the caller may learn when or how to try again. */
export function failureHeaders({ retryAfter, allow }: AppError): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(allow === undefined ? {} : { allow }),
  };
}

/** Returns Fastify's error handler. The community's name is read for each failure, because it may change. */
export const createErrorHandler =
  (communityName: () => string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = logFailure(error, request.log);
    reply
      .status(failure.status)
      // If an error occurs before the first hook, the header has not been set yet.
      .header('x-request-id', request.id)
      .headers(failureHeaders(failure));
    if (failure.status >= 500 && isNavigation(request)) {
      reply.headers(failurePageHeaders).send(writeFailurePage(failure.message, communityName()));
      return;
    }
    reply
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(toFailure(failure, request.url.split('?')[0] ?? ''));
  };
