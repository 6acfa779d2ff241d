/**
 * The scrolling of a conversation: it stays at the end while the viewer is there, and at the same message when older
 * ones are added above.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 48;
const NEAR_TOP_PX = 600;
const LINE_MARGIN_PX = 48;

type Options = {
  /** True if there are messages to position. */
  ready: boolean;
  onNearTop: () => void;
  /** Receives the number of the last message whose end is in view. */
  onShown: (seq: number) => void;
};

const offsetOf = (box: HTMLElement, element: Element): number =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;

const firstOf = (box: HTMLElement): HTMLElement | null => box.querySelector('[data-seq]');

/** Finds a message by its number: its element may be replaced when older messages join its group. */
const messageOf = (box: HTMLElement, seq: string): Element | null => box.querySelector(`[data-seq="${seq}"]`);

/** Returns the number of the last message whose end is in view; 0 if there is none. */
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

/** Scrolls to the end, or to the unread line if that would be out of view. */
function scrollToStart(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight;
  const line = box.querySelector('[data-unread]');
  if (line && offsetOf(box, line) < box.scrollTop) box.scrollTop = offsetOf(box, line) - LINE_MARGIN_PX;
}

/** Stays at the end while the box or its content changes its height. */
function useResize(box: RefObject<HTMLElement | null>, ready: boolean, onResize: () => void) {
  useEffect(() => {
    const element = box.current;
    if (!element || !ready || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(onResize);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box, ready, onResize]);
}

/** Keeps the visible messages in place when older ones are rendered above them. */
function useAnchor() {
  const anchor = useRef<{ seq: string; top: number } | null>(null);
  const remember = useCallback((box: HTMLElement) => {
    const top = firstOf(box);
    anchor.current = top && { seq: top.dataset['seq'] ?? '', top: offsetOf(box, top) };
  }, []);
  const restore = useCallback((box: HTMLElement) => {
    const before = anchor.current && messageOf(box, anchor.current.seq);
    if (before && anchor.current) box.scrollTop += offsetOf(box, before) - anchor.current.top;
  }, []);
  return { remember, restore };
}

/** The heights of the content and of the box. */
const heightsOf = (box: HTMLElement) => ({ content: box.scrollHeight, box: box.clientHeight });

export function useThreadScroll({ ready, onNearTop, onShown }: Options) {
  const box = useRef<HTMLDivElement>(null);
  /** Null until the messages are positioned: before that the viewer has seen none of them. */
  const [atEnd, setAtEnd] = useState<boolean | null>(null);
  const stick = useRef(true);
  const placed = useRef(false);
  /** The heights at the last measurement. */
  const last = useRef({ content: 0, box: 0 });
  const { remember, restore } = useAnchor();

  const update = useCallback(() => {
    const element = box.current;
    if (!element || !placed.current) return;
    last.current = heightsOf(element);
    stick.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    setAtEnd(stick.current);
    if (!stick.current) onShown(lastShown(element));
    if (element.scrollTop < NEAR_TOP_PX) onNearTop();
  }, [onNearTop, onShown]);

  const stayAtEnd = useCallback(() => {
    if (box.current && placed.current && stick.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  useResize(box, ready, stayAtEnd);

  // Runs after every render.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !ready) return;
    // The viewer has scrolled away from the end, but the scroll event has not fired yet.
    if (last.current.content - element.scrollTop - last.current.box > NEAR_END_PX) stick.current = false;
    if (!placed.current) {
      scrollToStart(element);
      placed.current = true;
    } else if (stick.current) element.scrollTop = element.scrollHeight;
    else restore(element);
    remember(element);
    update();
  });

  const toEnd = useCallback(() => {
    stick.current = true;
    if (box.current) {
      box.current.scrollTop = box.current.scrollHeight;
      last.current = heightsOf(box.current);
    }
    setAtEnd(true);
  }, []);
  return { box, atEnd: atEnd === true, isAway: atEnd === false, update, toEnd };
}
