/** Messages of the contract as answers carry them: in English, whatever language a client shows them in. */
import { exactValues, type Message, type MessageValues } from '@afterhours/contract/base/message';
import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

/** As many as the sources have: compiled once each, since the library would compile with every call. */
const compiled = new Map<string, CompiledMessage>();

function compileOnce(text: string): CompiledMessage {
  const known = compiled.get(text) ?? compileMessage(text);
  compiled.set(text, known);
  return known;
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileOnce);

/** A text that is not a message yet is taken as it is. */
export type MessageOrText<Text extends string = string> = Message<Text> | string;

/** Returns the English text of a message with the values of its arguments. */
export const english = <Text extends string>(message: Message<Text>, ...[values]: MessageValues<Text>): string =>
  i18n._({ ...message, values: exactValues(values) });

/** Returns the text of either. */
export const textOf = (message: MessageOrText): string => (typeof message === 'string' ? message : english(message));
