/**
 * A call of the API: method, path, who may call it, what it costs, what goes in and what comes out. Each call is one
 * value, exported by the file of its feature. The server binds it; the typed client and the API description are made
 * from it.
 */
import * as z from 'zod/mini';
import type { Message, WrittenText } from './message.ts';

type Schema = z.core.$ZodType;
export type Shape = Record<string, Schema>;

/**
 * Who may call: anybody; anybody, with the viewer known if a token is sent; signed-in members; members whose address is
 * confirmed (`confirmed` asks for that only where the installation sends mails, `confirmed-always` everywhere); staff
 * with a second factor, either of both roles (`moderator`) or owners only.
 */
export type Access = 'public' | 'optional' | 'member' | 'confirmed' | 'confirmed-always' | 'moderator' | 'owner';

/** The kinds of access that need a session. */
export type SignedIn = Exclude<Access, 'public' | 'optional'>;

/** What a call costs against the caller's allowance: a read 1 point, a write 4, a heavy one 12. */
export type Cost = 'read' | 'write' | 'heavy';

/** Files of a multipart call: field names (the first is the documented one), how many, of which kind, bytes each. */
export type FileRule = { fields: readonly string[]; maxFiles: number; maxBytes: number; kind: 'image' | 'document' };

/** What a member may do only so often in a day, where the owners have set a limit. */
export type DailyKind = 'posts' | 'comments' | 'messages';

export type RouteDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A second method under the same path that does the same. */
  alsoMethod?: 'POST' | 'PUT';
  /** Path below /api, parameters as `:name`. */
  path: string;
  summary: string;
  access: Access;
  cost: Cost;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Present when the call also takes multipart/form-data. */
  files?: readonly FileRule[];
  /** Schema of the answer's `body`. */
  answer: Schema;
  /** What stands beside `body` in the answer. */
  beside?: Shape;
  /** May also be called by a member who came by Google and has not yet said what Google does not know. */
  beforeDetails?: boolean;
  /** May also be called by a member whom a decision suspends or bans. */
  whileSuspended?: boolean;
  /** May also be called by somebody whose request to join has not been decided. */
  whileWaiting?: boolean;
  /**
   * Asks for proof of the last minutes that it is the member. `true` takes a password, passkey or code, and so does
   * `{ action }`, only where the field `action` of the body has one of these values. `'factor'` does not take the
   * password of members who have a passkey or two-step verification. `'factor-if-any'` asks nothing of the others.
   */
  recent?: true | 'factor' | 'factor-if-any' | { action: readonly string[] };
  /**
   * Counts against what a member may do in a day; not where the field `except` of the body is given, such as the id of
   * what is edited. A call that fails does not count.
   */
  daily?: { kind: DailyKind; except?: string };
  /** Publishes something that costs money where the fields of the body have these values: for sellers only. */
  sells?: Readonly<Record<string, readonly string[]>>;
  /** True when an `Idempotency-Key` header makes a repeated call give the first answer again. */
  idempotencyKey?: boolean;
  /**
   * True for calls that are repeated often: the answer has an entity tag, and a caller that has it already gets a 304.
   */
  conditional?: boolean;
  /** True for calls that end a session on purpose: the browser is told to drop the answers that it has cached. */
  leavesBrowser?: boolean;
};

/** A route whose answer is not the JSON envelope but a file: who may ask for it, and what that costs them. */
export type RawRouteDefinition = Pick<
  RouteDefinition,
  'path' | 'summary' | 'access' | 'cost' | 'body' | 'beforeDetails' | 'whileSuspended' | 'whileWaiting'
> & {
  method: 'GET' | 'POST';
  produces: string;
};

/** Declares such a route. */
export const rawRoute = <const R extends RawRouteDefinition>(definition: R): R => definition;

/** Declares a call; keeps the literal types of its parts. */
export const route = <const R extends RouteDefinition>(definition: R): R => definition;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller may send as parameters, query and body. */
export type RouteInput<R extends RouteDefinition> = {
  params: Input<R['params']>;
  query: Input<R['query']>;
  body: Input<R['body']>;
};

/** The same after validation, as the server's handler sees it. */
export type RouteCall<R extends RouteDefinition> = {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
};

type Beside<R extends RouteDefinition> = R['beside'] extends Shape
  ? { [K in keyof R['beside']]: z.output<R['beside'][K]> }
  : unknown;

/** What the handler gives back; the envelope is put around it. */
export type RouteResult<R extends RouteDefinition> = {
  message?: WrittenText | Message;
  body: z.output<R['answer']>;
} & Beside<R>;

/** The whole answer as it travels. */
export type RouteAnswer<R extends RouteDefinition> = {
  status: 200;
  success: true;
  message: string;
  body: z.output<R['answer']>;
} & Beside<R>;

/** The schema of the whole answer, for serialising it and for parsing it in tests. */
export function answerSchema(definition: RouteDefinition) {
  return z.object({
    status: z.literal(200),
    success: z.literal(true),
    message: z.string(),
    body: definition.answer,
    ...definition.beside,
  });
}
