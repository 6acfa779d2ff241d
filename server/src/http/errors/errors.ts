import { type Failure, type FailureStatus, type FieldError, failureMessages } from '@afterhours/contract/envelope';

/** The one error class of the product: an outcome a caller is told of, by status, sentence and fields. */
export class AppError extends Error {
  readonly status: FailureStatus;
  readonly fields: FieldError[] | undefined;
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined;
  /** The methods that a path has, where it was called with another. */
  readonly allow: string | undefined;
  /** What a client may act on by itself. */
  readonly reason: Failure['reason'];

  constructor(
    status: FailureStatus,
    message: string = failureMessages[status],
    more: { fields?: FieldError[]; retryAfter?: number; reason?: Failure['reason']; allow?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.reason = more.reason;
    this.allow = more.allow;
  }
}

/** A 422 that names one field. */
export const fieldProblem = (field: string, message: string): AppError =>
  new AppError(422, message, { fields: [{ field, message }] });

/** A 422 that names several fields; the sentence is the only one's, or a general one. */
export function failedFields(fields: FieldError[]): AppError {
  const [first] = fields;
  return new AppError(422, fields.length === 1 && first ? first.message : failureMessages[422], { fields });
}

/** The 404 of a thing that is not there, or not visible to the caller: both look alike. */
export const notFound = (message?: string): AppError => new AppError(404, message);

/** A disk is full, the database's or the one for files: nothing of the request was kept. */
export const noRoom = (): AppError =>
  new AppError(503, 'The server has no room left to store this.', { retryAfter: 60 });
