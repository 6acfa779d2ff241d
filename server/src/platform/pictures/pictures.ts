/**
 * Uploaded pictures are opened in a child process, one at a time, because a file of a few kilobytes may decode to a
 * gigabyte. A picture's header shows how much memory it needs; the process also watches its own memory, and the time is
 * limited.
 */
import { fileURLToPath } from 'node:url';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { ChildError, createChild } from './child-process.ts';
import type { IconOrder } from './preview/draw-icon.ts';
import type { PreviewOrder } from './preview/draw-preview.ts';

const MEGABYTE = 1024 * 1024;

/** The memory limits for the whole process and for one picture; when idle, the process takes about 100 MB. */
const MAX_MEMORY = 400 * MEGABYTE;
const MAX_WEIGHT = 230 * MEGABYTE;
const LIMIT_MS = 20_000;
const MAX_WAITING = 40;
const IDLE_MS = 30_000;

type PictureFile = { suffix: string; extension: 'jpg' | 'webp'; path: string; bytes: number; contentType: string };
export type ProcessedPicture = { width: number; height: number; placeholder: string; files: PictureFile[] };

export type PictureOrder = {
  file: string;
  folder: ImageFolder;
  maxPixels: number;
  maxWeight: number;
  maxMemory: number;
};

type Drawing = { preview: PreviewOrder } | { icon: IconOrder };
export type DrawOrder = Drawing & { maxMemory: number };

/** Too many pixels; too much memory; damaged; the disk is full. */
type PictureProblem = 'pixels' | 'heavy' | 'broken' | 'full';
export type PictureAnswer = ProcessedPicture | { problem: PictureProblem };

/** A drawn picture in base64, or why there is none. */
export type DrawnAnswer = { drawn: string } | { problem: 'broken' };

export type Pictures = {
  /** Writes a picture's sizes into the folder of `file`, or returns why it cannot. Throws ChildError. */
  process(file: string, folder: ImageFolder, maxPixels: number): Promise<PictureAnswer>;
  /** Draws the picture for a link preview, as PNG. Throws ChildError, or an error if it cannot be drawn. */
  draw(order: PreviewOrder): Promise<Buffer>;
  /** Draws the community's icon as an installed app, as PNG. Throws as `draw` does. */
  drawIcon(order: IconOrder): Promise<Buffer>;
  /** The process's id while there is one. */
  readonly pid: number | null;
  stop(): void;
};

type Limits = { maxMemory?: number; limitMs?: number; maxWaiting?: number };

export function createPictures(limits: Limits = {}): Pictures {
  const maxWaiting = limits.maxWaiting ?? MAX_WAITING;
  const child = createChild<PictureOrder | DrawOrder, PictureAnswer | DrawnAnswer>({
    script: fileURLToPath(new URL('picture-process.ts', import.meta.url)),
    limitMs: limits.limitMs ?? LIMIT_MS,
    maxWaiting,
    idleMs: IDLE_MS,
  });
  const maxMemory = limits.maxMemory ?? MAX_MEMORY;
  let drawing: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** Draws one picture after the other, so that many requests delay uploads by only one drawing and fill no queue. */
  async function drawNext(order: Drawing): Promise<Buffer> {
    if (waiting >= maxWaiting) throw new ChildError('busy');
    waiting++;
    const running = drawing.then(() => child.run({ ...order, maxMemory }));
    drawing = running.catch(() => undefined);
    const answer = await running.finally(() => waiting--);
    if (!('drawn' in answer)) throw new Error('the picture could not be drawn');
    return Buffer.from(answer.drawn, 'base64');
  }
  return {
    process: (file, folder, maxPixels) =>
      child.run({ file, folder, maxPixels, maxWeight: MAX_WEIGHT, maxMemory }) as Promise<PictureAnswer>,
    draw: (preview) => drawNext({ preview }),
    drawIcon: (icon) => drawNext({ icon }),
    get pid() {
      return child.pid;
    },
    stop: () => child.stop(),
  };
}
