/**
 * Broadcasts: something has changed that tabs show, and every server that has such tabs loads it and sends it itself.
 * So one server loads and sends in order, and the last count sent is the latest, wherever the change was made; and
 * nothing is loaded without a tab that shows it.
 */
declare const payloadType: unique symbol;

export type BroadcastType<P> = { readonly name: string; readonly [payloadType]?: P };

/** Declares a broadcast; the payload is sent as JSON. */
export const defineBroadcast = <P>(name: string): BroadcastType<P> => ({ name });

/** The audience: the tabs of a member, or those with a post open; or all other servers, for their caches. */
export type Audience = { member: string } | { post: string } | 'others';
