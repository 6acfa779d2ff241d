/**
 * Crops a frame of fixed proportions out of a picture. All lengths are shares of the picture's width or height, 0 to 1.
 */

/** The centre of the frame, and the zoom relative to the largest possible frame. */
export type Crop = { x: number; y: number; zoom: number };
export type Frame = { left: number; top: number; width: number; height: number };

export const MAX_ZOOM = 4;
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Both ratios are width divided by height. */
function frameSize(pictureRatio: number, frameRatio: number, zoom: number) {
  const wide = pictureRatio > frameRatio;
  return {
    width: (wide ? frameRatio / pictureRatio : 1) / zoom,
    height: (wide ? 1 : pictureRatio / frameRatio) / zoom,
  };
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns the nearest crop whose frame lies within the picture. */
export function within(crop: Crop, pictureRatio: number, frameRatio: number): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const { width, height } = frameSize(pictureRatio, frameRatio, zoom);
  return {
    x: between(width / 2, crop.x, 1 - width / 2),
    y: between(height / 2, crop.y, 1 - height / 2),
    zoom,
  };
}

/** Returns the visible part of the picture. */
export function toFrame(crop: Crop, pictureRatio: number, frameRatio: number): Frame {
  const { x, y, zoom } = within(crop, pictureRatio, frameRatio);
  const { width, height } = frameSize(pictureRatio, frameRatio, zoom);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

const BACKGROUND = '#fff';
const QUALITY = 0.92;

/**
 * Returns the framed part as a JPEG at most `maxWidth` pixels wide, never enlarged; null if the browser cannot create
 * it.
 */
export function cutOut(
  picture: HTMLImageElement,
  frame: Frame,
  frameRatio: number,
  maxWidth: number,
): Promise<Blob | null> {
  const { naturalWidth, naturalHeight } = picture;
  const width = Math.max(1, Math.min(maxWidth, Math.round(frame.width * naturalWidth)));
  const canvas = Object.assign(document.createElement('canvas'), {
    width,
    height: Math.max(1, Math.round(width / frameRatio)),
  });
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    frame.left * naturalWidth,
    frame.top * naturalHeight,
    frame.width * naturalWidth,
    frame.height * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
