/**
 * A call of the API: method, path, access, cost, input and output. Each call is one value, exported from its feature's
 * file. The server binds it to a handler; the typed client and the API description are derived from it.
 */
import * as z from 'zod/mini';
import type { MessageDescriptor, WrittenText } from './message.ts';

type Schema = z.core.$ZodType;
export type Shape = Record<string, Schema>;

/**
 * Who may call: anybody (`public`); anybody, with the viewer known if a token is sent (`optional`); signed-in members;
 * members with a confirmed address (`confirmed` requires it only where the installation sends mails, `confirmed-always`
 * everywhere); staff with a second factor, in either role (`moderator`) or owners only.
 */
export type Access = 'public' | 'optional' | 'member' | 'confirmed' | 'confirmed-always' | 'moderator' | 'owner';

/** The access levels that require a session. */
export type SignedIn = Exclude<Access, 'public' | 'optional'>;

/**
 * What a call costs from the caller's allowance: 1 point for a read, 4 for a write, 12 for a heavy call, and 60 for one
 * that hashes a member's password or recovery codes, each of which takes 15 ms of a core.
 */
export type Cost = 'read' | 'write' | 'heavy' | 'hash';

/**
 * Files of a multipart call: field names (the first is the documented one), maximum count, bytes per file, and kind.
 */
export type FileRule = { fields: readonly string[]; maxFiles: number; maxBytes: number; kind: 'image' | 'document' };

/** Actions for which the owners can set a daily limit per member. */
export type DailyKind = 'posts' | 'comments' | 'messages';

export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A second method under the same path that does the same thing. */
  alsoMethod?: 'POST' | 'PUT';
  /** The path below /api, with parameters as `:name`. */
  path: string;
  summary: string;
  access: Access;
  cost: Cost;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Set if the call also accepts multipart/form-data. */
  files?: readonly FileRule[];
  /** The schema of the response's `body`. */
  response: Schema;
  /** Fields beside `body` in the response. */
  beside?: Shape;
  /** Also open to members who signed up with Google and have not yet entered the remaining details. */
  beforeDetails?: boolean;
  /** Also open to suspended and banned members. */
  whileSuspended?: boolean;
  /** Also open to people whose request to join is pending. */
  whileWaiting?: boolean;
  /**
   * Requires a recent proof that the caller is the member. `true` accepts a password, passkey or code. `{ action }`
   * does the same, but only if the body's field `action` has one of these values. `'factor'` does not accept the
   * password of members who have a passkey or two-step verification. `'factor-if-any'` requires nothing of members who
   * have neither.
   */
  recent?: true | 'factor' | 'factor-if-any' | { action: readonly string[] };
  /**
   * Counts against the member's daily limit, unless the body has the field `except`, such as the id of a comment being
   * edited. A call that fails does not count.
   */
  daily?: { kind: DailyKind; except?: string };
  /** For sellers only, if the body's fields have these values: the call then publishes something that costs money. */
  sells?: Readonly<Record<string, readonly string[]>>;
  /** True if a call repeated with the same `Idempotency-Key` header does nothing again. */
  idempotencyKey?: boolean;
  /**
   * True for calls that are repeated often: the response has an entity tag, and a caller that already has this version
   * gets a 304.
   */
  conditional?: boolean;
  /** True for calls that deliberately end a session: the browser is told to drop its cached responses. */
  leavesBrowser?: boolean;
};

/** A route that responds with a file instead of the JSON envelope. */
export type RawRouteDefinition = Pick<
  RouteDefinition,
  'path' | 'summary' | 'access' | 'cost' | 'query' | 'body' | 'beforeDetails' | 'whileSuspended' | 'whileWaiting'
> & {
  method: 'GET' | 'POST';
  produces: string;
};

/** Declares a raw route. */
export const rawRoute = <const R extends RawRouteDefinition>(definition: R): R => definition;

/** Declares a call and keeps the literal types of its parts. */
export const route = <const R extends RouteDefinition>(definition: R): R => definition;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller may send as parameters, query and body. */
export type RouteInput<R extends RouteDefinition> = {
  params: Input<R['params']>;
  query: Input<R['query']>;
  body: Input<R['body']>;
};

/** The validated input, as the server's handler receives it. */
export type RouteCall<R extends RouteDefinition> = {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
};

type Beside<R extends RouteDefinition> = R['beside'] extends Shape
  ? { [K in keyof R['beside']]: z.output<R['beside'][K]> }
  : unknown;

/** What the handler returns; the server wraps it in the envelope. */
export type RouteResult<R extends RouteDefinition> = {
  message?: WrittenText | MessageDescriptor;
  body: z.output<R['response']>;
} & Beside<R>;

/** The whole response as it is sent. */
export type RouteResponse<R extends RouteDefinition> = {
  status: 200;
  success: true;
  message: string;
  body: z.output<R['response']>;
} & Beside<R>;

/** Returns the schema of the whole response, for serialising it, and for parsing it in tests. */
export function responseSchema(definition: RouteDefinition) {
  return z.object({
    status: z.literal(200),
    success: z.literal(true),
    message: z.string(),
    body: definition.response,
    ...definition.beside,
  });
}
