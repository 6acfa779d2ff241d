/** The suggestions for `@` and `#`: members and hashtags that begin with the typed text. */
import type { completePeople } from '@afterhours/contract/people/people-completion';
import type { listHashtags } from '@afterhours/contract/posts/hashtags';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';
import { fold } from '#lib/text/fold.ts';
import { fullName } from '#lib/text/full-name.ts';

export type Sign = '@' | '#';

/** `written` is inserted after the sign; `person` is shown next to it. */
export type Completion = {
  key: string;
  written: string;
  /** The names that the typed text is compared with, folded. */
  names: readonly string[];
  person?: { name: string; image: string | null };
};

type Source = {
  /** Matches the text before the caret; its group is the text typed after the sign. */
  begun: RegExp;
  /** Resolves to null if loading fails. */
  load(typed: string, signal: AbortSignal): Promise<Completion[] | null>;
};

const TAGS = '6';

export const sources: Record<Sign, Source> = {
  '@': {
    begun: /(?:^|[^\p{L}\p{N}\p{M}_.@/+&#%=-])@(?<typed>[\p{L}\p{N}\p{M}_.]{1,40})$/u,
    async load(q, signal) {
      const response = await call<typeof completePeople>('GET', '/people/complete', { query: { q }, signal });
      if (!response.ok) return null;
      return response.body.map((person) => {
        const { username } = person;
        const name = fullName(person);
        return {
          key: person._id,
          written: username,
          names: [username, ...name.split(' '), name].map(fold),
          person: { name, image: userImage(person.image, 32) },
        };
      });
    },
  },
  '#': {
    begun: /(?:^|[^\p{L}\p{N}\p{M}_&/#])#(?<typed>[\p{L}\p{N}\p{M}_]{1,50})$/u,
    async load(keyword, signal) {
      const query = { keyword, limit: TAGS };
      const response = await call<typeof listHashtags>('GET', '/hashtag/getAllHashtags', { query, signal });
      if (!response.ok) return null;
      return response.body
        .filter(({ title }) => title !== keyword)
        .map(({ _id, title }) => ({ key: _id, written: title, names: [fold(title)] }));
    },
  },
};

/** A word that is being typed after a sign; `at` is the index of the sign. */
export type Word = { sign: Sign; typed: string; at: number };

/** Returns the word that ends at the caret, or null. */
export function wordAtCaret(field: HTMLTextAreaElement): Word | null {
  if (field.selectionStart !== field.selectionEnd || field.ownerDocument.activeElement !== field) return null;
  const before = field.value.slice(0, field.selectionStart);
  for (const sign of ['@', '#'] as const) {
    const typed = sources[sign].begun.exec(before)?.groups?.typed;
    if (typed !== undefined) return { sign, typed, at: before.length - typed.length - 1 };
  }
  return null;
}
