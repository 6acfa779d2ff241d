import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { fold } from '#lib/text/fold.ts';
import type { CompletionsProps } from './completing-text-area.tsx';
import { type Completion, sources, type Word, wordAtCaret } from './completion-sources.ts';

const PAUSE_MS = 150;
const NOTHING: readonly Completion[] = [];

/** Returns the suggestions for a word once typing pauses. A response for an earlier word is never shown. */
function useSuggestions(word: Word | null, onLoaded: () => void): readonly Completion[] {
  const [suggestions, setSuggestions] = useState<{ sign: string; all: readonly Completion[] } | null>(null);
  const onShown = useEffectEvent(onLoaded);
  const { sign, typed } = word ?? {};
  useEffect(() => {
    if (sign === undefined || typed === undefined) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void sources[sign].load(typed, abort.signal).then((all) => {
        // After a failure, those for the previous letters stay.
        if (abort.signal.aborted || all === null) return;
        setSuggestions({ sign, all });
        onShown();
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [sign, typed]);
  if (!word || suggestions?.sign !== word.sign) return NOTHING;
  // The suggestions for the previous letters stay until those for the new ones arrive.
  const start = fold(word.typed);
  return suggestions.all.filter(({ names }) => names.some((name) => name.startsWith(start)));
}

type Handlers = { look: () => void; leave: () => void; press: (event: KeyboardEvent) => void };

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Listens on the field itself, so that a key handled by the list reaches neither the form nor the page around it. */
function useFieldEvents(field: CompletionsProps['field'], handlers: Handlers): void {
  const look = useEffectEvent(handlers.look);
  const leave = useEffectEvent(handlers.leave);
  const press = useEffectEvent(handlers.press);
  useEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: listening.signal });
    // An unfinished input method composition is not a word yet.
    on('input', (event) => event.isComposing || look());
    on('compositionend', () => look());
    on('click', () => look());
    on('keyup', ({ key }) => MOVES.has(key) && look());
    on('keydown', (event) => press(event));
    on('blur', () => leave());
    look();
    return () => listening.abort();
  }, [field]);
}

/** Completes the word at the caret. Arrow keys choose, Enter or Tab inserts, Escape closes the list. */
export function useCompletions({ field, onValue }: CompletionsProps) {
  const [word, setWord] = useState<Word | null>(null);
  const [at, setAt] = useState(0);
  const suggestions = useSuggestions(word, () => setAt(0));
  const chosen = Math.min(at, suggestions.length - 1);

  const take = (completion: Completion | undefined) => {
    const element = field.current;
    if (!element || !word || !completion) return;
    const before = `${element.value.slice(0, word.at)}${word.sign}${completion.written} `;
    const after = element.value.slice(word.at + 1 + word.typed.length).replace(/^ /, '');
    // Rendered synchronously, because the browser moves the caret to the end and the member may type on before the next
    // frame.
    flushSync(() => {
      onValue(before + after);
      setWord(null);
    });
    element.focus();
    element.setSelectionRange(before.length, before.length);
  };

  const press = (event: KeyboardEvent) => {
    if (suggestions.length === 0) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setAt((chosen + 1) % suggestions.length),
      ArrowUp: () => setAt((chosen - 1 + suggestions.length) % suggestions.length),
      Enter: () => take(suggestions[chosen]),
      Tab: () => take(suggestions[chosen]),
      Escape: () => setWord(null),
    };
    const act = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  useFieldEvents(field, {
    look: () => setWord(field.current && wordAtCaret(field.current)),
    leave: () => setWord(null),
    press,
  });
  return { sign: word?.sign ?? '@', suggestions, chosen, choose: setAt, take };
}
