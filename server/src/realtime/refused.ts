import type { WatchResponse } from '@afterhours/contract/realtime';
import { type MessageOrText, textOf } from '#texts/english.ts';

/** Returns the reply to an event that was not accepted, with the reason. */
export const refused = (message: MessageOrText): WatchResponse => ({ ok: false, message: textOf(message) });
