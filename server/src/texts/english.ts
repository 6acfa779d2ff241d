/** The contract's messages as responses contain them: in English, whatever language a client shows. */
import {
  exactValues,
  type MessageDescriptor,
  type MessageValues,
  type WrittenText,
} from '@afterhours/contract/base/message';
import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * Grows only to the number of messages in the sources. Each is compiled once, since the library would compile it on
 * every call.
 */
const compiled = new Map<string, CompiledMessage>();

function compileOnce(text: string): CompiledMessage {
  const known = compiled.get(text) ?? compileMessage(text);
  compiled.set(text, known);
  return known;
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileOnce);

export type MessageOrText<Text extends string = string> = MessageDescriptor<Text> | WrittenText;

/** Returns the English text of a message with the values of its arguments. */
export const english = <Text extends string>(
  message: MessageDescriptor<Text>,
  ...[values]: MessageValues<Text>
): WrittenText => i18n._({ ...message, values: exactValues(values) }) as WrittenText;

/** Marks a text as written from a message, if it was made from one before it was stored or put into an error. */
export const asWritten = (text: string): WrittenText => text as WrittenText;

/** Returns the text of a message, or the text itself. */
export const textOf = (message: MessageOrText): string => (typeof message === 'string' ? message : english(message));
