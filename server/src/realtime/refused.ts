import type { WatchAnswer } from '@afterhours/contract/realtime';
import { type MessageOrText, textOf } from '#texts/english.ts';

/** The answer to an event that was not accepted, and why. */
export const refused = (message: MessageOrText): WatchAnswer => ({ ok: false, message: textOf(message) });
