/**
 * What a schema says is wrong. Zod carries an issue as one text, so that text stands for the message that it was made
 * of: `findIssue` gives back the message and its values, for the code of a failure and for other languages.
 */
import type { Message, MessageValues } from './message.ts';

type Values = Readonly<Record<string, string | number>>;
type Issue = { message: Message; values: Values };

const issues = new Map<string, Issue>();

/**
 * "12,345", of a whole number. The first use of `Intl` takes tens of milliseconds on a phone; this runs at the start.
 */
const groupDigits = (value: string | number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** The English text with its arguments, texts and `{max, number}`; whatever else ICU has stays as it is written. */
function writeEnglish({ message }: Message, values: Values): string {
  const write = (name: string, kind?: string) => {
    const value = values[name] ?? '';
    return kind === 'number' ? groupDigits(value) : String(value);
  };
  // The build of the pages has put `[name, kind]` in place of each argument.
  const compiled: unknown = message;
  if (!Array.isArray(compiled))
    return message.replaceAll(/\{(\w+)(?:, (number))?\}/g, (_, name: string, kind?: string) => write(name, kind));
  return (compiled as (string | [string, string?])[])
    .map((token) => (typeof token === 'string' ? token : write(...token)))
    .join('');
}

/**
 * Returns the English text of a message, as a schema takes it: `z.string(issueText(postMessages.title))`. Throws an
 * Error when two messages have the same English text.
 */
export function issueText<Text extends string>(message: Message<Text>, ...[values]: MessageValues<Text>): string {
  const text = writeEnglish(message, values ?? {});
  const before = issues.get(text)?.message.id ?? message.id;
  if (before !== message.id) throw new Error(`${before} and ${message.id} both say "${text}".`);
  issues.set(text, { message, values: values ?? {} });
  return text;
}

/** The message of an issue's text; undefined for a text that `issueText` has not made. */
export const findIssue = (text: string): Issue | undefined => issues.get(text);
