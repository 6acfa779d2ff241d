import { defineMessages } from '@afterhours/contract/base/message';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
} from 'react';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../text/cx.ts';
import { type Crop, MAX_ZOOM, toFrame, within } from './crop.ts';
import styles from './image-cropper.module.css';

const texts = defineMessages('ui.cropper', {
  stage: 'Picture: arrow keys move it, plus and minus zoom',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  percent: '{percent}%',
});

type ImageCropperProps = {
  src: string;
  /** Width divided by height of the picture; known once it is loaded. */
  pictureRatio: number;
  /** Width divided by height of the frame. */
  frameRatio: number;
  /** Shows the frame as a circle; the square around it is cut out. */
  round?: boolean;
  crop: Crop;
  onCrop: Dispatch<SetStateAction<Crop>>;
  /** The image element to cut from. */
  picture: Ref<HTMLImageElement>;
  onLoad: (picture: HTMLImageElement) => void;
  onBroken: () => void;
};

const STEP = 0.05;
const ZOOM_STEP = 0.1;

const moves: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Record<string, number> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP, _: -ZOOM_STEP };

type Point = { x: number; y: number };
const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const spanOf = ([one, other]: Point[]): number => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);

/** Moves by dragging with one pointer, and zooms by pinching with two. */
function usePointers(change: (dx: number, dy: number, closer: number) => void) {
  const pointers = useRef(new Map<number, Point>());
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...pointers.current.values()];
      const [from, to] = [middleOf(before), middleOf(after)];
      const { width, height } = event.currentTarget.getBoundingClientRect();
      change((to.x - from.x) / width, (to.y - from.y) / height, spanOf(after) / (spanOf(before) || 1) || 1);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/**
 * Moves the picture by a share of the frame, and zooms. It starts from the current crop, because pointer moves arrive
 * faster than renders.
 */
type Change = (dx: number, dy: number, toZoom: (zoom: number) => number) => void;

const toChange =
  ({ pictureRatio, frameRatio, onCrop }: ImageCropperProps): Change =>
  (dx, dy, toZoom) =>
    onCrop((crop) => {
      const { width, height } = toFrame(crop, pictureRatio, frameRatio);
      const moved = { x: crop.x - dx * width, y: crop.y - dy * height, zoom: toZoom(crop.zoom) };
      return within(moved, pictureRatio, frameRatio);
    });

function useWheelZoom(stage: RefObject<HTMLElement | null>, change: Change): void {
  // React registers wheel listeners as passive, which could not keep the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      change(0, 0, (zoom) => zoom * Math.exp(-event.deltaY / 500));
    };
  });
  useEffect(() => {
    const turn = (event: WheelEvent) => wheel.current(event);
    const element = stage.current;
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [stage]);
}

function Zoom({ zoom, change }: { zoom: number; change: Change }) {
  const percent = Math.round(zoom * 100);
  const zoomBy = (step: number) => change(0, 0, (before) => before + step);
  return (
    <div className={styles.zoom}>
      <IconButton icon={Minus} label={t(texts.zoomOut)} onClick={() => zoomBy(-ZOOM_STEP)} />
      <input
        type="range"
        aria-label={t(texts.zoom)}
        aria-valuetext={t(texts.percent, { percent })}
        min={100}
        max={MAX_ZOOM * 100}
        step={1}
        value={percent}
        className={styles.slider}
        onChange={(event) => {
          const next = Number(event.target.value) / 100;
          change(0, 0, () => next);
        }}
      />
      <IconButton icon={Plus} label={t(texts.zoomIn)} onClick={() => zoomBy(ZOOM_STEP)} />
    </div>
  );
}

type PictureProps = ImageCropperProps & { frame: ReturnType<typeof toFrame> };

function Picture({ src, picture, frame, onLoad, onBroken }: PictureProps) {
  return (
    <img
      ref={picture}
      src={src}
      alt=""
      draggable={false}
      className={styles.picture}
      style={{
        width: `${100 / frame.width}%`,
        height: `${100 / frame.height}%`,
        left: `${(-100 * frame.left) / frame.width}%`,
        top: `${(-100 * frame.top) / frame.height}%`,
      }}
      onLoad={(event) => onLoad(event.currentTarget)}
      onError={onBroken}
    />
  );
}

/** A picture in a frame that can be moved and zoomed by pointer, touch, wheel and keyboard. */
export function ImageCropper(props: ImageCropperProps) {
  const { pictureRatio, frameRatio, round = false, crop } = props;
  const stage = useRef<HTMLDivElement>(null);
  const frame = toFrame(crop, pictureRatio, frameRatio);
  const change = toChange(props);
  const pointers = usePointers((dx, dy, closer) => change(dx, dy, (zoom) => zoom * closer));

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!move && zoom === undefined)) return;
    event.preventDefault();
    const [x, y] = move ?? [0, 0];
    change(-x * STEP, -y * STEP, (before) => before + (zoom ?? 0));
  };

  useWheelZoom(stage, change);

  // A newly chosen picture is adjusted next, so the stage takes the focus.
  useEffect(() => stage.current?.focus({ preventScroll: true }), []);

  return (
    <div className={styles.cropper}>
      {/* The stage handles keys and pointers as a whole; the slider below announces the zoom. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={stage}
        role="application"
        aria-label={t(texts.stage)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={cx(styles.stage, round && styles.round)}
        style={{ aspectRatio: frameRatio }}
        onKeyDown={onKeyDown}
        {...pointers}
      >
        <Picture {...props} frame={frame} />
      </div>
      <Zoom zoom={crop.zoom} change={change} />
    </div>
  );
}
