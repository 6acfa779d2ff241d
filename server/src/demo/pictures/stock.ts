/**
 * The pictures of a community: a stock is drawn once, and each use of one gets files under its own name, as if it had
 * been uploaded. Names come from the seed, so that a fill that is done again writes over what the broken one left.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import type { ImageFolder } from '@afterhours/contract/uploads';
import type { Storage } from '#platform/storage/storage.ts';
import { type SceneName, sceneNames } from '../content/craft.ts';
import type { Pictures, Placed } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import { drawCover } from './covers.ts';
import { type EncodedImage, encodeDrawing } from './encode.ts';
import { svg } from './palette.ts';
import { drawPortrait } from './portraits.ts';
import { scenes } from './scenes.ts';

const PORTRAITS_EACH = 32;
const COVERS = 16;
const SCENES_EACH = 9;
const DRAWN_AT_ONCE = 4;
const STORED_AT_ONCE = 12;

const folders = { users: 'users', post: 'post' } as const;

/** Runs `work` for each item, so many at a time. */
async function forEachAtOnce<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

type Stock = Map<string, EncodedImage[]>;

async function drawStock(random: Random): Promise<Stock> {
  const orders: { kind: string; number: number; folder: ImageFolder; source: string; alt: string }[] = [];
  for (const gender of ['female', 'male'] as const) {
    for (let number = 0; number < PORTRAITS_EACH; number++) {
      const source = drawPortrait(random, gender);
      orders.push({ kind: gender, number, folder: folders.users, source, alt: '' });
    }
  }
  for (let number = 0; number < COVERS; number++)
    orders.push({ kind: 'cover', number, folder: folders.users, source: drawCover(random, number), alt: '' });
  for (const kind of sceneNames) {
    for (let number = 0; number < SCENES_EACH; number++) {
      const { width, height, shapes, alt } = scenes[kind](random);
      orders.push({ kind, number, folder: folders.post, source: svg(width, height, shapes), alt });
    }
  }
  const stock: Stock = new Map();
  await forEachAtOnce(orders, DRAWN_AT_ONCE, async ({ kind, number, folder, source, alt }) => {
    const held = stock.get(kind) ?? [];
    stock.set(kind, held);
    held[number] = await encodeDrawing(source, folder, alt);
  });
  return stock;
}

export type PictureStock = Pictures & {
  /** Stores the files of all pictures handed out; `folder` is for passing them on and is removed. */
  store(storage: Storage, folder: string): Promise<void>;
};

/** Draws the stock; the same seed draws the same. */
export async function createPictureStock(seed: string): Promise<PictureStock> {
  const stock = await drawStock(createRandom(`${seed}/drawings`));
  const random = createRandom(`${seed}/files`);
  const turns = new Map<string, number>();
  const placed: { folder: ImageFolder; name: string; image: EncodedImage }[] = [];
  const place = (kind: string, folder: ImageFolder): Placed => {
    const held = stock.get(kind) ?? [];
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    const image = held[turn % held.length];
    if (!image) throw new Error(`nothing drawn for ${kind}`);
    const name = random.idAt(random.next() * 2 ** 47);
    placed.push({ folder, name, image });
    const { width, height, placeholder, bytes, alt } = image;
    return { filename: `${name}.jpg`, width, height, placeholder, bytes, alt };
  };
  return {
    folders,
    portrait: (gender) => place(gender, folders.users),
    cover: () => place('cover', folders.users),
    scene: (name: SceneName) => place(name, folders.post),
    store: (storage, folder) => storePlaced(storage, folder, placed),
  };
}

async function storePlaced(
  storage: Storage,
  folder: string,
  placed: readonly { folder: ImageFolder; name: string; image: EncodedImage }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const paths = new Map<Buffer, string>();
  try {
    await forEachAtOnce(
      placed.flatMap(({ image }) => image.files),
      STORED_AT_ONCE,
      async ({ data }) => {
        if (paths.has(data)) return;
        const file = nodePath.join(folder, String(paths.size));
        paths.set(data, file);
        await writeFile(file, data);
      },
    );
    const objects = placed.flatMap(({ folder: target, name, image }) =>
      image.files.map((file) => ({ key: `${target}/${name}${file.suffix}.${file.extension}`, file })),
    );
    await forEachAtOnce(objects, STORED_AT_ONCE, async ({ key, file }) => {
      const { data, contentType } = file;
      await storage.put(key, { path: paths.get(data) ?? '', bytes: data.length, contentType });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
