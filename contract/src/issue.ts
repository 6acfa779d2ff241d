/**
 * What a schema says is wrong. Zod carries an issue as one text, so that text stands for the message that it was made
 * of: `findIssue` gives back the message and its values, for the code of a failure and for other languages.
 */
import type { Message, MessageValues } from './message.ts';

type Issue = { message: Message; values: Readonly<Record<string, string | number>> };

const issues = new Map<string, Issue>();

/**
 * Returns what a schema takes as the text of an issue: `z.string(issueText(postMessages.title))`. It is the English text
 * where that has no arguments. Throws an Error when two messages have the same English text.
 */
export function issueText<Text extends string>(message: Message<Text>, ...[values]: MessageValues<Text>): string {
  const text = values === undefined ? message.message : `${message.id} ${JSON.stringify(values)}`;
  const before = issues.get(text)?.message.id ?? message.id;
  if (before !== message.id) throw new Error(`${before} and ${message.id} both say "${text}".`);
  issues.set(text, { message, values: values ?? {} });
  return text;
}

/** The message of an issue's text; undefined for a text that `issueText` has not made. */
export const findIssue = (text: string): Issue | undefined => issues.get(text);
