import type { WatchAnswer } from '@afterhours/contract/realtime';
import { type MessageOrText, textOf } from '#texts/english.ts';

/** Returns the reply to an event that was not accepted, with the reason. */
export const refused = (message: MessageOrText): WatchAnswer => ({ ok: false, message: textOf(message) });
