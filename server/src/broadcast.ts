/**
 * News: something has changed that windows show, and every server that has such windows reads and tells it itself. So
 * one server reads in turn what it tells, and the last count told is the latest, wherever the change was made; and
 * nothing is read for whom nobody watches.
 */
declare const payloadType: unique symbol;

export type BroadcastType<P> = { readonly name: string; readonly [payloadType]?: P };

/** Declares news; the payload travels as JSON. */
export const defineBroadcast = <P>(name: string): BroadcastType<P> => ({ name });

/** Whose windows show it: a member's, or those that have a post open; or all other servers, for what they keep. */
export type Audience = { member: string } | { post: string } | 'others';
