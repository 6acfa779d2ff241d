/**
 * Texts in the viewer's language. The language is set before the first render, and changing it reloads the page. `t` is
 * therefore a plain function, to be called while rendering or in handlers, never while a module is loaded.
 */
import { findIssue } from '@afterhours/contract/base/issue';
import { exactValues, type MessageDescriptor, type MessageValues } from '@afterhours/contract/base/message';
import { setupI18n } from '@lingui/core';

/** The English text is next to each id in the code, so the English catalog is empty. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

// The build compiles every text that has arguments, so a text that is still a string has none.
if (import.meta.env.PROD) i18n.setMessagesCompiler((text) => [text]);

/** Returns the text of a message with the values of its arguments. */
export function t<Text extends string>(message: MessageDescriptor<Text>, ...[values]: MessageValues<Text>): string {
  return i18n._({ ...message, values: exactValues(values) });
}

/** Returns the translated error for the message of a schema issue. */
export function translateIssue(text: string): string {
  const issue = findIssue(text);
  return issue ? t(issue.message, issue.values) : text;
}

/** Returns "a, b, c" in the language of the pages. */
export const joinUnits = (parts: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(parts);

/** Returns "a, b, or c" in the language of the pages. */
export const joinChoices = (choices: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(choices);
