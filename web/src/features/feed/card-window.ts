/**
 * Decides which cards of a long list to render: those within one screen height of the viewport, the focused one, and
 * the last few in which something was clicked (expanded text, comments, drafts of replies). The others keep their
 * measured height, so that nothing moves and the page stays small, however long the list is.
 */
const MARGIN = '100% 0px';
const KEPT_OPEN = 8;

type Seen = (near: boolean, height: number) => void;

// Shared by all lists, so that the page has its old height after going back.
const heights = new Map<string, number>();
let widthOfHeights = 0;

/** Returns the height in pixels at which a card was last rendered. */
export const readHeight = (id: string): number | null => heights.get(id) ?? null;

/**
 * Heights are valid for one viewport width. The observer knows the width; reading it from the window would force a
 * layout.
 */
function forgetOtherWidths(width: number): void {
  if (width !== widthOfHeights) heights.clear();
  widthOfHeights = width;
}

/** Watches the slots of a list. Without an IntersectionObserver every slot counts as near. */
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
    /** False if all cards are rendered. */
    watches: observer !== null,
    /** Calls `seen` when the slot comes near or moves away. Returns a function that stops watching. */
    observe(slot: Element, id: string, seen: Seen): () => void {
      listeners.set(slot, { id, seen });
      observer?.observe(slot);
      return () => {
        listeners.delete(slot);
        observer?.unobserve(slot);
      };
    },
    /** Keeps a card rendered until enough others have been opened after it. */
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
