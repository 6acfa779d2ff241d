/**
 * Texts that people read: each has an id, `feature.what`, and its English beside it, in the ICU message format. The id
 * finds the text in other languages; `docs/languages.md` says how to write one.
 */

export type Message<Text extends string = string> = { readonly id: string; readonly message: Text };

type Messages<Prefix extends string, Texts extends Record<string, string>> = {
  readonly [Key in keyof Texts & string]: { readonly id: `${Prefix}.${Key}`; readonly message: Texts[Key] };
};

/**
 * Returns a message for each text, with the id `prefix.key`. Both are literals: they are collected from the sources.
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
/** A text that was made of a message. A literal is none: each text that people read has an id. */
export type WrittenText = string & { readonly [written]: true };

type Value = string | number;
type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;

/** The values of a text's arguments: by their names, as far as types can tell them. */
type Values<Text extends string> = Text extends `${string}{${string},${string}}${string}`
  ? Readonly<Record<string, Value>>
  : Readonly<Record<NameIn<Text>, Value>>;

/** What is given with a message to write it out: nothing, or the values of its arguments. */
export type MessageValues<Text extends string, Given = Values<Text>> = string extends Text
  ? [values?: Readonly<Record<string, Value>>]
  : Text extends `${string}{${string}`
    ? [values: Given]
    : [];

/**
 * Lingui takes `\x41` and `\u0041` for letters, also in what a member has written: returns values that stay as they
 * are.
 */
export const exactValues = (values: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  );
