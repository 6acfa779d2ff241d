/**
 * A broadcast announces a change to something that tabs show. Every server that has such tabs loads the new state and
 * sends it to them. Since each server loads and sends in order, the last count sent is the latest, wherever the change
 * was made. Nothing is loaded unless a tab shows it.
 */
declare const payloadType: unique symbol;

export type BroadcastType<P> = { readonly name: string; readonly [payloadType]?: P };

/** Declares a broadcast; its payload is sent as JSON. */
export const defineBroadcast = <P>(name: string): BroadcastType<P> => ({ name });

/** Who receives a broadcast: a member's tabs, the tabs with a post open, or all other servers, for their caches. */
export type BroadcastTarget = { member: string } | { post: string } | 'others';
