/**
 * The only way to call the server. The type argument of a call is the type of its contract route, so method, path and
 * payload are checked at compile time, and the browser does not have to load a schema:
 *
 *   const response = await call<typeof likePost>('POST', '/post/likeUnlike', { body: { post_id, status: true } });
 *   if (!response.ok) return showFailure(response);
 *
 * Calls never throw: a failure is returned as `{ ok: false, … }`.
 */
import type { Failure, FieldError } from '@afterhours/contract/base/envelope';
import { defineMessages } from '@afterhours/contract/base/message';
import type { RouteDefinition, RouteInput, RouteResponse } from '@afterhours/contract/base/route';
import { t } from '#lib/text/translate.ts';
import { readToken } from '../browser/session-storage.ts';
import { type Sent, sendRequest } from './transport.ts';

/** Messages for failures that do not come from the server. */
export const callTexts = defineMessages('api', {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  signIn: 'Please sign in to continue.',
  unreadable: 'Something went wrong on our side. Please try again.',
  cancelled: 'Cancelled.',
});

/** `status` is 0 if the server was not reached, `aborted` is true if the caller gave up, `retryAfter` is in seconds. */
export type CallFailure = {
  ok: false;
  status: number;
  message: string;
  errors?: FieldError[];
  retryAfter?: number;
  /**
   * The reason why the server refused, for pages that act on it: `unconfirmed` asks for the code mailed to the member.
   */
  reason?: NonNullable<Failure['reason']>;
  aborted?: boolean;
};
type CallSuccess<R extends RouteDefinition> = { ok: true } & Omit<RouteResponse<R>, 'status' | 'success'>;
export type CallResult<R extends RouteDefinition> = CallSuccess<R> | CallFailure;

type UploadFile = { field: string; file: File };

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** `public` marks calls without a token; all other calls send the stored one. */
type Signing<R extends RouteDefinition> = R['access'] extends 'public' ? { public: true } : { public?: undefined };

type CallOptions<R extends RouteDefinition> = Part<'params', RouteInput<R>['params']> &
  Part<'query', RouteInput<R>['query']> &
  (R['files'] extends readonly unknown[]
    ? { body?: Partial<RouteInput<R>['body']>; files?: UploadFile[]; onProgress?: (share: number) => void }
    : Part<'body', RouteInput<R>['body']>) &
  Signing<R> & { signal?: AbortSignal; idempotencyKey?: string; silenceMs?: number };

type AnyOptions = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  files?: UploadFile[];
  onProgress?: (share: number) => void;
  public?: boolean | undefined;
  signal?: AbortSignal;
  idempotencyKey?: string;
  silenceMs?: number;
};

type OptionsArgument<R extends RouteDefinition> =
  object extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/**
 * `expired`: the server no longer knows the token. `missing`: the browser has no token although a member is signed in.
 */
type SessionLoss = 'expired' | 'missing';

type SessionWatcher = {
  lost: (how: SessionLoss) => void;
  /** Whether the pages treat the member as signed in. */
  isSignedIn: () => boolean;
  /** Called when the server refuses a call until the member has confirmed the address. */
  unconfirmed: (message: string) => void;
  /** Called when the server refuses a call because of a sanction, or because nobody has admitted the member yet. */
  keptOut: () => void;
};

const noWatcher: SessionWatcher = {
  lost: () => undefined,
  isSignedIn: () => false,
  unconfirmed: () => undefined,
  keptOut: () => undefined,
};
let watcher = noWatcher;

/**
 * Registers what to do when a call shows that the session is gone or unconfirmed. Returns a function that unregisters
 * it.
 */
export function watchSession(next: SessionWatcher): () => void {
  watcher = next;
  return () => {
    if (watcher === next) watcher = noWatcher;
  };
}

/**
 * Reports that a call with `token` got the response 401. If the token has been replaced in the meantime (by a sign-in
 * in another tab), the response says nothing about the new one and is ignored.
 */
export function reportDeadToken(token: string | null): void {
  if (token !== readToken()) return;
  if (token !== null) watcher.lost('expired');
  else reportMissingToken();
}

/** Ends the session of a member whose token is gone from this browser. Returns whether it did. */
export function reportMissingToken(): boolean {
  const missing = watcher.isSignedIn() && readToken() === null;
  if (missing) watcher.lost('missing');
  return missing;
}

/**
 * Returns the address for a route path such as `/post/likes/:post_id`, with its parameters filled in and the query
 * appended. Empty values are omitted.
 */
export function buildAddress(path: string, params: object = {}, query: object = {}): string {
  const values: Record<string, unknown> = { ...params };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function buildBody(body: unknown, files: UploadFile[] | undefined): FormData | string | null {
  if (!files?.length) return body === undefined ? null : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const { field, file } of files) form.append(field, file, file.name);
  return form;
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function toFailure(sent: Sent, response: Record<string, unknown> | null): CallFailure {
  const wait = Number(sent.retryAfter);
  return {
    ok: false,
    status: sent.status,
    message: typeof response?.message === 'string' ? response.message : t(callTexts.unreadable),
    ...(Array.isArray(response?.errors) ? { errors: response.errors as FieldError[] } : {}),
    ...(typeof response?.reason === 'string' ? { reason: response.reason as NonNullable<Failure['reason']> } : {}),
    ...(sent.retryAfter !== null && Number.isFinite(wait) ? { retryAfter: wait } : {}),
  };
}

/** Calls the server. Resolves to the response or to the failure, never rejects. */
export async function call<R extends RouteDefinition>(
  method: R['method'],
  path: R['path'],
  ...[argument]: OptionsArgument<R>
): Promise<CallResult<R>> {
  const options = (argument ?? {}) as AnyOptions;
  if (!options.public && reportMissingToken()) return { ok: false, status: 401, message: t(callTexts.signIn) };
  const token = options.public ? null : readToken();
  const sent = await sendRequest({
    method,
    address: buildAddress(path, options.params, options.query),
    body: buildBody(options.body, options.files),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    },
    signal: options.signal,
    onProgress: options.onProgress,
    silenceMs: options.silenceMs,
  });
  if (sent === 'aborted') return { ok: false, status: 0, message: t(callTexts.cancelled), aborted: true };
  if (sent === 'unreachable') return { ok: false, status: 0, message: t(callTexts.unreachable) };
  const response = parseJson(sent.text);
  if (sent.status === 200 && response?.success === true) return { ok: true, ...response } as unknown as CallSuccess<R>;
  if (sent.status === 401) reportDeadToken(token);
  const failure = toFailure(sent, response);
  if (failure.reason === 'unconfirmed') watcher.unconfirmed(failure.message);
  if (failure.reason && ['suspended', 'banned', 'waiting'].includes(failure.reason)) watcher.keptOut();
  return failure;
}
