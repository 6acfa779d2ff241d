/**
 * Uploaded pictures are opened in a child process, one at a time, because a file of a few kilobytes may decode to a
 * gigabyte. A picture's header shows how much memory it needs; the process also watches its own memory, and the time is
 * limited. Members take turns, and a drawing has a turn like a member.
 */
import { fileURLToPath } from 'node:url';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { createChild } from './child-process.ts';
import { createOwnerQueues } from './owner-queues.ts';
import type { IconOrder } from './preview/draw-icon.ts';
import type { PreviewOrder } from './preview/draw-preview.ts';

const MEGABYTE = 1024 * 1024;

/** The memory limits for the whole process and for one picture; when idle, the process takes about 100 MB. */
const MAX_MEMORY = 400 * MEGABYTE;
const MAX_WEIGHT = 230 * MEGABYTE;
const LIMIT_MS = 20_000;
const MAX_WAITING = 40;
/** Enough for the pictures of two posts, if each is sent by a call of its own. */
const MAX_WAITING_OF_ONE = 20;
const DRAWINGS = 'drawings';
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
export type PictureResult = ProcessedPicture | { problem: PictureProblem };

/** A drawn picture in base64, or why there is none. */
export type DrawnResult = { drawn: string } | { problem: 'broken' };

export type Pictures = {
  /** Writes the sizes of an owner's picture into the folder of `file`, or returns why it cannot. Throws ChildError. */
  process(file: string, folder: ImageFolder, of: { owner: string; maxPixels: number }): Promise<PictureResult>;
  /** Draws the picture for a link preview, as PNG. Throws ChildError, or an error if it cannot be drawn. */
  draw(order: PreviewOrder): Promise<Buffer>;
  /** Draws the community's icon as an installed app, as PNG. Throws as `draw` does. */
  drawIcon(order: IconOrder): Promise<Buffer>;
  /** The process's id while there is one. */
  readonly pid: number | null;
  stop(): void;
};

type Limits = { maxMemory?: number; limitMs?: number; maxWaiting?: number; idleMs?: number };

export function createPictures(limits: Limits = {}): Pictures {
  const maxWaiting = limits.maxWaiting ?? MAX_WAITING;
  const child = createChild<PictureOrder | DrawOrder, PictureResult | DrawnResult>({
    script: fileURLToPath(new URL('picture-process.ts', import.meta.url)),
    limitMs: limits.limitMs ?? LIMIT_MS,
    maxWaiting,
    idleMs: limits.idleMs ?? IDLE_MS,
  });
  const maxMemory = limits.maxMemory ?? MAX_MEMORY;
  const runInQueue = createOwnerQueues();
  async function draw(order: Drawing): Promise<Buffer> {
    const result = await runInQueue(DRAWINGS, maxWaiting, () => child.run({ ...order, maxMemory }));
    if (!('drawn' in result)) throw new Error('the picture could not be drawn');
    return Buffer.from(result.drawn, 'base64');
  }
  return {
    process: (file, folder, { owner, maxPixels }) =>
      runInQueue(owner, MAX_WAITING_OF_ONE, () =>
        child.run({ file, folder, maxPixels, maxWeight: MAX_WEIGHT, maxMemory }),
      ) as Promise<PictureResult>,
    draw: (preview) => draw({ preview }),
    drawIcon: (icon) => draw({ icon }),
    get pid() {
      return child.pid;
    },
    stop: () => child.stop(),
  };
}
