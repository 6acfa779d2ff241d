/**
 * Which cards of a long list are drawn: those within a screen of the viewport, the one that has the focus, and the last
 * few in which something was pressed (opened text, comments, half-written answers). The others keep their measured
 * height, so that nothing moves and the page stays small however long the list is.
 */
const MARGIN = '100% 0px';
const KEPT_OPEN = 8;

type Seen = (near: boolean, height: number) => void;

// For all lists: going back finds the page as high as it was.
const heights = new Map<string, number>();
let widthOfHeights = 0;

/** The height in pixels at which a card was last drawn. */
export const readHeight = (id: string): number | null => heights.get(id) ?? null;

/** Heights count for one width of the viewport. The observer knows it; asking the window would lay out the page. */
function forgetOtherWidths(width: number): void {
  if (width !== widthOfHeights) heights.clear();
  widthOfHeights = width;
}

/** Watches the slots of one list. Without an IntersectionObserver everything counts as near. */
export function createCardWindow() {
  const listeners = new Map<Element, { id: string; seen: Seen }>();
  const open = new Map<string, () => void>();
  const observer =
    typeof IntersectionObserver === 'undefined'
      ? null
      : new IntersectionObserver(
          (entries) => {
            forgetOtherWidths(entries[0]?.rootBounds?.width ?? innerWidth);
            for (const { target, isIntersecting, boundingClientRect } of entries) {
              const listener = listeners.get(target);
              if (!listener) continue;
              if (readHeight(listener.id) === null || !isIntersecting)
                heights.set(listener.id, boundingClientRect.height);
              listener.seen(isIntersecting, boundingClientRect.height);
            }
          },
          { rootMargin: MARGIN },
        );
  return {
    /** False where everything is drawn. */
    watches: observer !== null,
    /** Calls back when the slot comes near or goes far. Returns how to stop. */
    observe(slot: Element, id: string, seen: Seen): () => void {
      listeners.set(slot, { id, seen });
      observer?.observe(slot);
      return () => {
        listeners.delete(slot);
        observer?.unobserve(slot);
      };
    },
    /** Keeps a card drawn until enough others were opened after it. */
    keepOpen(id: string, release: () => void): void {
      open.delete(id);
      open.set(id, release);
      for (const [oldest, letGo] of open) {
        if (open.size <= KEPT_OPEN) break;
        open.delete(oldest);
        letGo();
      }
    },
  };
}

export type CardWindow = ReturnType<typeof createCardWindow>;
