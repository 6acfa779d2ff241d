/**
 * Texts that people read: each has an id, `feature.key`, and its English text beside it, in the ICU message format.
 * Translations are found by the id; `docs/languages.md` explains how to write a message.
 */

export type MessageDescriptor<Text extends string = string> = { readonly id: string; readonly message: Text };

type Messages<Prefix extends string, Texts extends Record<string, string>> = {
  readonly [Key in keyof Texts & string]: { readonly id: `${Prefix}.${Key}`; readonly message: Texts[Key] };
};

/**
 * Returns a message for each text, with the id `prefix.key`. Both parts are literals because messages are collected
 * from the source files.
 *
 *   const texts = defineMessages('feed', { newPosts: '{count, plural, one {# new post} other {# new posts}}' });
 */
// @__NO_SIDE_EFFECTS__
export function defineMessages<const Prefix extends string, const Texts extends Record<string, string>>(
  prefix: Prefix,
  texts: Texts,
): Messages<Prefix, Texts> {
  const messages = Object.entries(texts).map(([key, message]) => [key, { id: `${prefix}.${key}`, message }]);
  return Object.fromEntries(messages) as Messages<Prefix, Texts>;
}

declare const written: unique symbol;
/** A text that was made from a message. A string literal does not qualify, so every text that people read has an id. */
export type WrittenText = string & { readonly [written]: true };

type Value = string | number;
type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;

/** The values of a text's arguments, keyed by their names as far as the type system can parse them. */
type Values<Text extends string> = Text extends `${string}{${string},${string}}${string}`
  ? Readonly<Record<string, Value>>
  : Readonly<Record<NameIn<Text>, Value>>;

/** The arguments that formatting a message takes: none, or the values of its arguments. */
export type MessageValues<Text extends string, Given = Values<Text>> = string extends Text
  ? [values?: Readonly<Record<string, Value>>]
  : Text extends `${string}{${string}`
    ? [values: Given]
    : [];

/**
 * Returns values that Lingui leaves as they are. It would otherwise turn `\x41` and `\u0041` into letters, even in what
 * a member has written.
 */
export const exactValues = (values: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  );
