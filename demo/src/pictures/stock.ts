/**
 * The pictures of a community: a stock is drawn once, and each use of one gets files under its own name, as if it had
 * been uploaded. Names come from the seed, so that a repeated fill overwrites the files of an interrupted one.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { Storage } from '@afterhours/server/platform/storage/storage.ts';
import type { SceneName } from '../content/craft.ts';
import type { Pictures, Placed } from '../plan.ts';
import { createRandom } from '../random.ts';
import { forEachAtOnce } from './at-once.ts';
import type { EncodedImage } from './encode.ts';

/** Drawn images by kind: a scene, a cover, or the portraits of a gender. */
export type Stock = Record<string, EncodedImage[]>;

const STORED_AT_ONCE = 12;
const folders = { users: 'users', post: 'post' } as const;

export type PictureStock = Pictures & {
  /** Stores the files of all pictures in use. */
  store(storage: Storage): Promise<void>;
};

/** Draws the stock into `folder`, which the caller removes; the same seed draws the same. */
export async function drawStock(seed: string, folder: string): Promise<Stock> {
  await mkdir(folder, { recursive: true });
  const script = fileURLToPath(new URL('draw-process.ts', import.meta.url));
  // Under `node --watch` a child would report each file it loads as a message, before the stock.
  const { WATCH_REPORT_DEPENDENCIES: _watched, ...env } = process.env;
  const child = fork(script, [seed, folder], { execArgv: [], env });
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The pictures could not be drawn (exit ${String(code)}).`);
  });
  const [stock] = (await Promise.race([once(child, 'message'), exit])) as [Stock];
  exit.catch(() => undefined);
  return stock;
}

/** Returns the pictures of one community, made of this stock. */
export function createPictureStock(stock: Stock, seed: string): PictureStock {
  const random = createRandom(`${seed}/files`);
  const turns = new Map<string, number>();
  const placed: { folder: ImageFolder; name: string; image: EncodedImage }[] = [];
  const place = (kind: string, target: ImageFolder): Placed => {
    const held = stock[kind] ?? [];
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    const image = held[turn % held.length];
    if (!image) throw new Error(`nothing drawn for ${kind}`);
    const name = random.idAt(random.next() * 2 ** 47);
    placed.push({ folder: target, name, image });
    const { width, height, placeholder, bytes, alt } = image;
    return { filename: `${name}.jpg`, width, height, placeholder, bytes, alt };
  };
  return {
    folders,
    portrait: (gender) => place(gender, folders.users),
    cover: () => place('cover', folders.users),
    scene: (name: SceneName) => place(name, folders.post),
    store: (storage) =>
      forEachAtOnce(
        placed.flatMap(({ folder: target, name, image }) => image.files.map((file) => ({ target, name, file }))),
        STORED_AT_ONCE,
        ({ target, name, file }) => storage.put(`${target}/${name}${file.suffix}`, file),
      ),
  };
}
