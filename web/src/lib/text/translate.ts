/**
 * Texts in the language of the person before the screen. The language is chosen before anything is drawn, and a change
 * reloads the page, so `t` is a plain function – called while drawing or acting, never when a module is loaded.
 */
import { findIssue } from '@afterhours/contract/base/issue';
import { exactValues, type Message, type MessageValues } from '@afterhours/contract/base/message';
import { setupI18n } from '@lingui/core';

/** English is what stands beside each id in the code, so its catalog is empty. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

// The build compiles every text that has arguments; what is still a text then has none.
if (import.meta.env.PROD) i18n.setMessagesCompiler((text) => [text]);

/** Returns the text of a message with the values of its arguments. */
export function t<Text extends string>(message: Message<Text>, ...[values]: MessageValues<Text>): string {
  return i18n._({ ...message, values: exactValues(values) });
}

/** Returns what is wrong with a value, by the text of a schema's issue. */
export function sayIssue(text: string): string {
  const found = findIssue(text);
  return found ? t(found.message, found.values) : text;
}

/** Returns "a, b, c" in the language of the pages. */
export const joinUnits = (parts: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(parts);

/** Returns "a, b, or c" in the language of the pages. */
export const joinChoices = (choices: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(choices);
