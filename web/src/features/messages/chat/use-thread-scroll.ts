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

function scrollToEnd(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight;
}

/** Scrolls to the end, or to the unread line if that would be out of view. */
function scrollToStart(box: HTMLElement): void {
  scrollToEnd(box);
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
type Heights = { content: number; box: number };
const heightsOf = (box: HTMLElement): Heights => ({ content: box.scrollHeight, box: box.clientHeight });

const isNearEnd = (scrollTop: number, heights: Heights): boolean =>
  heights.content - scrollTop - heights.box < NEAR_END_PX;

/** Where the viewer is: nowhere before the messages are positioned, because none of them has been seen then. */
type Place = 'nowhere' | 'end' | 'away';

export function useThreadScroll({ ready, onNearTop, onShown }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<Place>('nowhere');
  /** The same at the last render. */
  const [renderedPlace, setRenderedPlace] = useState<Place>('nowhere');
  const lastHeights = useRef<Heights>({ content: 0, box: 0 });
  const { remember, restore } = useAnchor();

  const measure = useCallback(() => {
    const element = box.current;
    if (!element || place.current === 'nowhere') return;
    lastHeights.current = heightsOf(element);
    place.current = isNearEnd(element.scrollTop, lastHeights.current) ? 'end' : 'away';
    setRenderedPlace(place.current);
    if (place.current === 'away') onShown(lastShown(element));
    if (element.scrollTop < NEAR_TOP_PX) onNearTop();
  }, [onNearTop, onShown]);

  const stayAtEnd = useCallback(() => {
    if (box.current && place.current === 'end') scrollToEnd(box.current);
  }, []);
  useResize(box, ready, stayAtEnd);

  // Runs after every render, because any may have added or changed messages.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !ready) return;
    // The viewer has scrolled away from the end, but the scroll event has not fired yet.
    if (place.current === 'end' && !isNearEnd(element.scrollTop, lastHeights.current)) place.current = 'away';
    if (place.current === 'nowhere') {
      scrollToStart(element);
      place.current = 'end';
    } else if (place.current === 'end') scrollToEnd(element);
    else restore(element);
    remember(element);
    measure();
  });

  const toEnd = useCallback(() => {
    if (place.current === 'away') place.current = 'end';
    if (box.current) {
      scrollToEnd(box.current);
      lastHeights.current = heightsOf(box.current);
    }
    setRenderedPlace('end');
  }, []);
  return { box, atEnd: renderedPlace === 'end', isAway: renderedPlace === 'away', measure, toEnd };
}
