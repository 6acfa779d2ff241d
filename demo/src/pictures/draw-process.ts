/**
 * Draws the stock of pictures in a child process, because otherwise the server would keep the memory that this takes.
 * The arguments are the seed and the folder for the files. Sends the complete stock, and exits if the parent is gone.
 */
import path from 'node:path';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { sceneNames } from '../content/craft.ts';
import { createRandom } from '../random.ts';
import { forEachConcurrently } from './at-once.ts';
import { drawCover } from './covers.ts';
import { encodeDrawing } from './encode.ts';
import { svg } from './palette.ts';
import { drawPortrait } from './portraits.ts';
import { scenes } from './scenes.ts';
import type { Stock } from './stock.ts';

const PORTRAITS_PER_GENDER = 30;
const COVERS = 12;
const PICTURES_PER_SCENE = 7;
const CONCURRENT_DRAWINGS = 4;

type DrawingJob = { kind: string; number: number; folder: ImageFolder; source: string; alt: string };

function listDrawings(seed: string): DrawingJob[] {
  const random = createRandom(`${seed}/drawings`);
  const drawings: DrawingJob[] = [];
  for (const kind of ['female', 'male'] as const) {
    for (let number = 0; number < PORTRAITS_PER_GENDER; number++)
      drawings.push({ kind, number, folder: 'users', source: drawPortrait(random, kind), alt: '' });
  }
  for (let number = 0; number < COVERS; number++)
    drawings.push({ kind: 'cover', number, folder: 'users', source: drawCover(random, number), alt: '' });
  for (const kind of sceneNames) {
    for (let number = 0; number < PICTURES_PER_SCENE; number++) {
      const { width, height, shapes, alt } = scenes[kind](random);
      drawings.push({ kind, number, folder: 'post', source: svg(width, height, shapes), alt });
    }
  }
  return drawings;
}

async function drawStock(seed: string, target: string): Promise<Stock> {
  const stock: Stock = {};
  await forEachConcurrently(listDrawings(seed), CONCURRENT_DRAWINGS, async ({ kind, number, folder, source, alt }) => {
    const images = (stock[kind] ??= []);
    images[number] = await encodeDrawing(source, folder, alt, path.join(target, `${kind}-${number}`));
  });
  return stock;
}

const [seed = '', folder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1));
process.send?.(await drawStock(seed, folder), () => process.exit(0));
