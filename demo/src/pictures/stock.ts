/**
 * The pictures of a community. A stock is drawn once, and each use of a picture gets files with a name of its own, as
 * if it had been uploaded. The names come from the seed, so a repeated fill overwrites the files of an interrupted one.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { Storage } from '@afterhours/server/platform/storage/storage.ts';
import type { SceneName } from '../content/craft.ts';
import type { Picture, Pictures } from '../plan.ts';
import { createRandom } from '../random.ts';
import { forEachConcurrently } from './at-once.ts';
import type { EncodedImage } from './encode.ts';

/** Drawn images by kind: a scene, a cover, or the portraits of a gender. */
export type Stock = Record<string, EncodedImage[]>;

const CONCURRENT_WRITES = 12;
const folders = { users: 'users', post: 'post' } as const;

export type PictureStock = Pictures & {
  /** Stores the files of all pictures in use. */
  store(storage: Storage): Promise<void>;
};

/** Draws the stock into `folder`, which the caller removes. The same seed gives the same pictures. */
export async function drawStock(seed: string, folder: string): Promise<Stock> {
  await mkdir(folder, { recursive: true });
  const script = fileURLToPath(new URL('draw-process.ts', import.meta.url));
  // Under `node --watch`, a child would send a message for each file it loads, before the stock.
  const { WATCH_REPORT_DEPENDENCIES: _watched, ...env } = process.env;
  const child = fork(script, [seed, folder], { execArgv: [], env });
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The pictures could not be drawn (exit ${String(code)}).`);
  });
  const [stock] = (await Promise.race([once(child, 'message'), exit])) as [Stock];
  exit.catch(() => undefined);
  return stock;
}

/** Returns the pictures of one community, taken from this stock. */
export function createPictureStock(stock: Stock, seed: string): PictureStock {
  const random = createRandom(`${seed}/files`);
  const usesByKind = new Map<string, number>();
  const used: { folder: ImageFolder; name: string; image: EncodedImage }[] = [];
  const take = (kind: string, target: ImageFolder): Picture => {
    const images = stock[kind] ?? [];
    const uses = usesByKind.get(kind) ?? 0;
    usesByKind.set(kind, uses + 1);
    const image = images[uses % images.length];
    if (!image) throw new Error(`the stock has no picture of the kind ${kind}`);
    const name = random.idAt(random.next() * 2 ** 47);
    used.push({ folder: target, name, image });
    const { width, height, placeholder, bytes, alt } = image;
    return { filename: `${name}.jpg`, width, height, placeholder, bytes, alt };
  };
  return {
    folders,
    portrait: (gender) => take(gender, folders.users),
    cover: () => take('cover', folders.users),
    scene: (name: SceneName) => take(name, folders.post),
    store: (storage) =>
      forEachConcurrently(
        used.flatMap(({ folder: target, name, image }) => image.files.map((file) => ({ target, name, file }))),
        CONCURRENT_WRITES,
        ({ target, name, file }) => storage.put(`${target}/${name}${file.suffix}`, file),
      ),
  };
}
