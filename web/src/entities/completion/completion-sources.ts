/** What `@` and `#` suggest: members and hashtags that begin with what was typed. */
import type { listHashtags } from '@afterhours/contract/hashtags';
import type { completePeople } from '@afterhours/contract/people-completion';
import { call } from '#lib/api/client.ts';
import { userImage } from '#lib/image-address.ts';

export type Sign = '@' | '#';

/** `written` stands in the text after the sign; `person` is shown beside it. */
export type Completion = {
  key: string;
  written: string;
  /** What may have been typed for it, folded. */
  names: readonly string[];
  person?: { name: string; image: string | null };
};

type Source = {
  /** Matches what stands before the caret; the group is what was typed after the sign. */
  begun: RegExp;
  /** None when they cannot be loaded. */
  load(typed: string, signal: AbortSignal): Promise<Completion[]>;
};

const TAGS = '6';

/** A text as it is compared: in lower case, without accents. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const sources: Record<Sign, Source> = {
  '@': {
    begun: /(?:^|[^\p{L}\p{N}\p{M}_.@/+&#%=-])@(?<typed>[\p{L}\p{N}\p{M}_.]{1,40})$/u,
    async load(q, signal) {
      const answer = await call<typeof completePeople>('GET', '/people/complete', { query: { q }, signal });
      if (!answer.ok) return [];
      return answer.body.map(({ _id, firstName, lastName, username, image }) => {
        const name = `${firstName} ${lastName}`;
        return {
          key: _id,
          written: username,
          names: [username, ...name.split(' '), name].map(fold),
          person: { name, image: userImage(image, 32) },
        };
      });
    },
  },
  '#': {
    begun: /(?:^|[^\p{L}\p{N}\p{M}_&/#])#(?<typed>[\p{L}\p{N}\p{M}_]{1,50})$/u,
    async load(keyword, signal) {
      const query = { keyword, limit: TAGS };
      const answer = await call<typeof listHashtags>('GET', '/hashtag/getAllHashtags', { query, signal });
      if (!answer.ok) return [];
      return answer.body
        .filter(({ title }) => title !== keyword)
        .map(({ _id, title }) => ({ key: _id, written: title, names: [fold(title)] }));
    },
  },
};

/** What is being typed after a sign; `at` is the place of the sign. */
export type Word = { sign: Sign; typed: string; at: number };

/** The word that ends at the caret, or null. */
export function wordAtCaret(field: HTMLTextAreaElement): Word | null {
  if (field.selectionStart !== field.selectionEnd || field.ownerDocument.activeElement !== field) return null;
  const before = field.value.slice(0, field.selectionStart);
  for (const sign of ['@', '#'] as const) {
    const typed = sources[sign].begun.exec(before)?.groups?.typed;
    if (typed !== undefined) return { sign, typed, at: before.length - typed.length - 1 };
  }
  return null;
}
