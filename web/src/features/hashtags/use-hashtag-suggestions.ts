import type { Hashtag } from '@afterhours/contract/hashtags';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { suggestHashtags } from './hashtag-commands.ts';

const REST_MS = 150;
/** The hashtag that ends at the caret; the group is what is typed of it. */
const begun = /(?:^|[^\p{L}\p{N}\p{M}_&/#])#(?<word>[\p{L}\p{N}\p{M}_]{0,50})$/u;

type Word = { text: string; at: number };

function wordAtCaret(area: HTMLTextAreaElement): Word | null {
  if (area.selectionStart !== area.selectionEnd) return null;
  const text = begun.exec(area.value.slice(0, area.selectionStart))?.groups?.word;
  return text === undefined ? null : { text, at: area.selectionStart - text.length };
}

/** The hashtags that begin with a word, once nobody has typed for a moment. */
function useFoundTags(word: Word | null, onFound: () => void): Hashtag[] {
  const [found, setFound] = useState<{ keyword: string; tags: Hashtag[] } | null>(null);
  const keyword = word?.text;

  useEffect(() => {
    if (keyword === undefined) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void suggestHashtags(keyword, abort.signal).then((tags) => {
        if (abort.signal.aborted) return;
        setFound({ keyword, tags: tags.filter(({ title }) => title !== keyword) });
        onFound();
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [keyword, onFound]);

  // The suggestions for the letters before stay until those for the new ones have come.
  const fits = word && found && word.text.toLowerCase().startsWith(found.keyword.toLowerCase());
  return fits ? found.tags.filter(({ title }) => title.toLowerCase().startsWith(word.text.toLowerCase())) : [];
}

/**
 * Suggests the hashtags that begin with the one being typed. Arrows choose, Enter or Tab takes, Escape closes the list.
 */
export function useHashtagSuggestions(area: RefObject<HTMLTextAreaElement | null>, onValue: (text: string) => void) {
  const [word, setWord] = useState<Word | null>(null);
  const [at, setAt] = useState(0);
  const chooseFirst = useCallback(() => setAt(0), []);
  const tags = useFoundTags(word, chooseFirst);
  const chosen = Math.min(at, tags.length - 1);

  const take = (tag: Hashtag | undefined) => {
    const field = area.current;
    if (!field || !word || !tag) return;
    const end = word.at + word.text.length;
    const before = `${field.value.slice(0, word.at)}${tag.title} `;
    onValue(before + field.value.slice(end).replace(/^ /, ''));
    setWord(null);
    // Once the value is drawn; the browser puts the caret at the end.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(before.length, before.length);
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (tags.length === 0 || event.nativeEvent.isComposing) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setAt((chosen + 1) % tags.length),
      ArrowUp: () => setAt((chosen - 1 + tags.length) % tags.length),
      Enter: () => take(tags[chosen]),
      Tab: () => take(tags[chosen]),
      Escape: () => setWord(null),
    };
    const act = event.shiftKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return {
    tags,
    chosen,
    take,
    onKeyDown,
    look: () => setWord(area.current && wordAtCaret(area.current)),
    leave: () => setWord(null),
  };
}
