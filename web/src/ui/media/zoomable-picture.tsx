import {
  type ComponentProps,
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { stepToTheRight } from '#lib/text/reading-direction.ts';
import { Photo } from './photo.tsx';
import styles from './picture-viewer.module.css';

const MAX_ZOOM = 6;
const STEP = 1.5;
/** What a double click enlarges to. */
const CLOSE = 2.5;
const SWIPE_PX = 48;
const SCROLL_PX = 80;

type Point = { x: number; y: number };

const pointOf = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point => ({ x, y });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const centreOf = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 });

/** Enlarges the picture in a box that scrolls. The zoom is a style, so that the size is known at once. */
function useZoom(box: RefObject<HTMLDivElement | null>) {
  const current = useRef(1);
  const [zoomed, setZoomed] = useState(false);
  /** The part of the picture at `at`, by default the middle, stays in place. */
  const zoomTo = (wanted: number, at?: Point) => {
    const picture = box.current?.firstElementChild;
    if (!box.current || !picture) return;
    const { x, y } = at ?? centreOf(box.current.getBoundingClientRect());
    const before = picture.getBoundingClientRect();
    current.current = Math.min(MAX_ZOOM, Math.max(1, wanted));
    box.current.style.setProperty('--zoom', `${current.current}`);
    const after = picture.getBoundingClientRect();
    const scale = after.width / before.width;
    box.current.scrollBy(after.left + (x - before.left) * scale - x, after.top + (y - before.top) * scale - y);
    setZoomed(current.current > 1);
  };
  return {
    zoomed,
    zoomTo,
    zoomBy: (factor: number, at?: Point) => zoomTo(current.current * factor, at),
    /** Moves an enlarged picture; returns false if it is not enlarged. */
    move: (x: number, y: number): boolean => {
      if (current.current > 1) box.current?.scrollBy(x, y);
      return current.current > 1;
    },
  };
}

type Zoom = ReturnType<typeof useZoom>;

const scrolls: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-SCROLL_PX, 0],
  ArrowRight: [SCROLL_PX, 0],
  ArrowUp: [0, -SCROLL_PX],
  ArrowDown: [0, SCROLL_PX],
};

/** Plus, minus and 0 set the zoom, and arrow keys move an enlarged picture. Returns whether the key was used. */
function press(key: string, { zoomTo, zoomBy, move }: Zoom): boolean {
  const scroll = scrolls[key];
  if (scroll) return move(...scroll);
  if (key === '+' || key === '=') zoomBy(STEP);
  else if (key === '-') zoomBy(1 / STEP);
  else if (key === '0') zoomTo(1);
  else return false;
  return true;
}

/** Safari's event for a pinch: how far the fingers are apart, compared to where they began. */
type GestureEvent = Event & { scale: number; clientX: number; clientY: number };

/** Zooms by a pinch on a trackpad in Safari. With fingers on the screen, Safari sends the same events as well. */
function useGestures(box: RefObject<HTMLDivElement | null>, zoom: Zoom, isTouched: () => boolean) {
  const latest = useRef({ zoom, isTouched });
  useLayoutEffect(() => {
    latest.current = { zoom, isTouched };
  });
  useLayoutEffect(() => {
    const element = box.current;
    let last = 1;
    const pinched = (event: Event) => {
      event.preventDefault();
      const { scale } = event as GestureEvent;
      const moved = event.type === 'gesturechange' && !latest.current.isTouched();
      if (moved) latest.current.zoom.zoomBy(scale / last, pointOf(event as GestureEvent));
      last = scale;
    };
    for (const type of ['gesturestart', 'gesturechange']) element?.addEventListener(type, pinched);
    return () => {
      for (const type of ['gesturestart', 'gesturechange']) element?.removeEventListener(type, pinched);
    };
  }, [box]);
}

function useZoomKeysAndWheel(box: RefObject<HTMLDivElement | null>, zoom: Zoom) {
  const latest = useRef(zoom);
  useLayoutEffect(() => {
    latest.current = zoom;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !press(event.key, latest.current)) return;
      event.preventDefault();
    };
    // A pinch on a trackpad arrives as a wheel with Ctrl, except in Safari.
    const turned = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current.zoomBy(Math.exp(-event.deltaY / 100), pointOf(event));
    };
    // Captured, so that an arrow key moves an enlarged picture before it would lead to the next one.
    document.addEventListener('keydown', pressed, true);
    element?.addEventListener('wheel', turned, { passive: false });
    return () => {
      document.removeEventListener('keydown', pressed, true);
      element?.removeEventListener('wheel', turned);
    };
  }, [box]);
}

type Swipes = { onSwipe: (by: number) => void; onClose: () => void };

/** One finger, or the mouse, moves an enlarged picture, or swipes; two fingers change the zoom. */
function usePointers({ zoomed, zoomBy, move }: Zoom, { onSwipe, onClose }: Swipes) {
  const pointers = useRef(new Map<number, Point>());
  const from = useRef<Point | null>(null);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      // Other buttons open menus, which may keep the release to themselves.
      if (event.button !== 0) return;
      const swipes = event.pointerType !== 'mouse' && pointers.current.size === 0 && !zoomed;
      from.current = swipes ? pointOf(event) : null;
      pointers.current.set(event.pointerId, pointOf(event));
      // Otherwise a button released elsewhere would count as a finger that stays.
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const last = pointers.current.get(event.pointerId);
      if (!last) return;
      const now = pointOf(event);
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      if (other) zoomBy(distance(now, other) / (distance(last, other) || 1), between(now, other));
      else move(last.x - now.x, last.y - now.y);
      pointers.current.set(event.pointerId, now);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!from.current) return;
      const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) onSwipe(x < 0 ? stepToTheRight() : -stepToTheRight());
      else if (y > 2 * SWIPE_PX) onClose();
    },
    // After a release, and however else the pointer is lost.
    onLostPointerCapture: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
      from.current = null;
    },
  };
  return { handlers, isTouched: () => pointers.current.size > 0 };
}

/**
 * A picture as large as its box, but not larger than it is. Two fingers, a double click, a trackpad, and the keys + and
 * - enlarge it; dragging moves it. Otherwise a horizontal swipe calls `onSwipe`, a downward one `onClose`.
 */
export function ZoomablePicture({ photo, ...swipes }: { photo: ComponentProps<typeof Photo> } & Swipes) {
  const box = useRef<HTMLDivElement>(null);
  const zoom = useZoom(box);
  useZoomKeysAndWheel(box, zoom);
  const { handlers, isTouched } = usePointers(zoom, swipes);
  useGestures(box, zoom, isTouched);
  // The description of the picture before may have been scrolled.
  useLayoutEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const { width, height, sizes } = photo;
  return (
    <div
      ref={box}
      // Browsers let Tab reach whatever scrolls; here the arrow keys scroll without the focus.
      tabIndex={-1}
      className={styles.box}
      style={{ '--ratio': width / height, '--pixels-wide': width } as CSSProperties}
      data-zoomed={zoom.zoomed || undefined}
      onDoubleClick={(event) => zoom.zoomTo(zoom.zoomed ? 1 : CLOSE, pointOf(event))}
      onDragStart={(event) => event.preventDefault()}
      {...handlers}
    >
      <Photo
        {...photo}
        {...(sizes && zoom.zoomed ? { sizes: `${MAX_ZOOM}00vw` } : {})}
        priority
        className={styles.picture}
      />
    </div>
  );
}
