/**
 * Where a conversation stands in its window: at the end, as long as the reader is there; on the same words when older
 * ones come above them.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 48;
const NEAR_TOP_PX = 600;
const LINE_MARGIN_PX = 48;

type Options = {
  /** There are messages to be placed. */
  ready: boolean;
  onNearTop: () => void;
  /** Takes the number of the last message that is in view to its end. */
  onShown: (seq: number) => void;
};

const offsetOf = (box: HTMLElement, element: Element): number =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;

const firstOf = (box: HTMLElement): HTMLElement | null => box.querySelector('[data-seq]');

/** A message by its number: its element may be another after older ones have joined its group. */
const messageOf = (box: HTMLElement, seq: string): Element | null => box.querySelector(`[data-seq="${seq}"]`);

/** The number of the last message whose end is in view; 0 for none. */
function lastShown(box: HTMLElement): number {
  const end = box.getBoundingClientRect().bottom + 1;
  const messages = box.querySelectorAll<HTMLElement>('[data-seq]');
  let [from, to] = [0, messages.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((messages[middle]?.getBoundingClientRect().bottom ?? 0) <= end) from = middle + 1;
    else to = middle;
  }
  return Number(messages[from - 1]?.dataset['seq'] ?? 0);
}

/** To the end, or to the line above what is new if that would be out of sight. */
function begin(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight;
  const line = box.querySelector('[data-unread]');
  if (line && offsetOf(box, line) < box.scrollTop) box.scrollTop = offsetOf(box, line) - LINE_MARGIN_PX;
}

/** Keeps to the end while the box or what is in it changes its height. */
function useResize(box: RefObject<HTMLElement | null>, ready: boolean, keep: () => void) {
  useEffect(() => {
    const element = box.current;
    if (!element || !ready || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box, ready, keep]);
}

export function useThreadScroll({ ready, onNearTop, onShown }: Options) {
  const box = useRef<HTMLDivElement>(null);
  /** Null until the messages are placed: before that nothing of them was seen. */
  const [atEnd, setAtEnd] = useState<boolean | null>(null);
  const stick = useRef(true);
  const begun = useRef(false);
  /** How high all was, and the box, when last looked at. */
  const last = useRef({ whole: 0, box: 0 });
  const anchor = useRef<{ seq: string; top: number } | null>(null);

  const look = useCallback(() => {
    const element = box.current;
    if (!element || !begun.current) return;
    last.current = { whole: element.scrollHeight, box: element.clientHeight };
    stick.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    setAtEnd(stick.current);
    if (!stick.current) onShown(lastShown(element));
    if (element.scrollTop < NEAR_TOP_PX) onNearTop();
  }, [onNearTop, onShown]);

  const keep = useCallback(() => {
    const element = box.current;
    if (element && begun.current && stick.current) element.scrollTop = element.scrollHeight;
  }, []);
  useResize(box, ready, keep);

  // After whatever was drawn.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !ready) return;
    // A scroll of which nothing was heard yet: the reader has left the end.
    if (last.current.whole - element.scrollTop - last.current.box > NEAR_END_PX) stick.current = false;
    if (!begun.current) {
      begin(element);
      begun.current = true;
    } else if (stick.current) element.scrollTop = element.scrollHeight;
    else if (anchor.current) {
      const before = messageOf(element, anchor.current.seq);
      if (before) element.scrollTop += offsetOf(element, before) - anchor.current.top;
    }
    const top = firstOf(element);
    anchor.current = top && { seq: top.dataset['seq'] ?? '', top: offsetOf(element, top) };
    look();
  });

  const toEnd = useCallback(() => {
    stick.current = true;
    const element = box.current;
    if (element) {
      element.scrollTop = element.scrollHeight;
      last.current = { whole: element.scrollHeight, box: element.clientHeight };
    }
    setAtEnd(true);
  }, []);
  return { box, atEnd: atEnd === true, isAway: atEnd === false, look, toEnd };
}
