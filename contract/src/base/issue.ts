/**
 * Messages of validation issues. Zod carries an issue as plain text, so the text identifies the message from which it
 * was made: `findIssue` returns that message and its values, for the code of a failure and for other languages.
 */
import type { MessageDescriptor, MessageValues } from './message.ts';

type Values = Readonly<Record<string, string | number>>;
type Issue = { message: MessageDescriptor; values: Values };

const issues = new Map<string, Issue>();

/**
 * Formats a whole number as "12,345". The first use of `Intl` takes tens of milliseconds on a phone, and this runs at
 * start-up.
 */
const groupDigits = (value: string | number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/**
 * Returns the English text with its arguments filled in: texts and `{max, number}`. Other ICU syntax stays as written.
 */
function writeEnglish({ message }: MessageDescriptor, values: Values): string {
  const write = (name: string, kind?: string) => {
    const value = values[name] ?? '';
    return kind === 'number' ? groupDigits(value) : String(value);
  };
  // When the web pages are built, each argument is replaced by `[name, kind]`.
  const compiled: unknown = message;
  if (!Array.isArray(compiled))
    return message.replaceAll(/\{(\w+)(?:, (number))?\}/g, (_, name: string, kind?: string) => write(name, kind));
  return (compiled as (string | [string, string?])[])
    .map((token) => (typeof token === 'string' ? token : write(...token)))
    .join('');
}

/**
 * Returns the English text of a message, as schemas take it: `z.string(issueText(postMessages.title))`. Throws an Error
 * if two messages have the same English text.
 */
export function issueText<Text extends string>(
  message: MessageDescriptor<Text>,
  ...[values]: MessageValues<Text>
): string {
  const text = writeEnglish(message, values ?? {});
  const before = issues.get(text)?.message.id ?? message.id;
  if (before !== message.id) throw new Error(`${before} and ${message.id} have the same English text: "${text}".`);
  issues.set(text, { message, values: values ?? {} });
  return text;
}

/** Returns the message from which an issue's text was made; undefined for a text that is not from `issueText`. */
export const findIssue = (text: string): Issue | undefined => issues.get(text);
