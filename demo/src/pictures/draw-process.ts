/**
 * Draws the stock in a child process, since the memory for drawing would otherwise stay with the server. Arguments:
 * seed and folder of the files. Sends the stock when it is complete; ends when its parent is gone.
 */
import path from 'node:path';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { sceneNames } from '../content/craft.ts';
import { createRandom } from '../random.ts';
import { forEachAtOnce } from './at-once.ts';
import { drawCover } from './covers.ts';
import { encodeDrawing } from './encode.ts';
import { svg } from './palette.ts';
import { drawPortrait } from './portraits.ts';
import { scenes } from './scenes.ts';
import type { Stock } from './stock.ts';

const PORTRAITS_EACH = 30;
const COVERS = 12;
const SCENES_EACH = 7;
const DRAWN_AT_ONCE = 4;

type Order = { kind: string; number: number; folder: ImageFolder; source: string; alt: string };

function listOrders(seed: string): Order[] {
  const random = createRandom(`${seed}/drawings`);
  const orders: Order[] = [];
  for (const kind of ['female', 'male'] as const) {
    for (let number = 0; number < PORTRAITS_EACH; number++)
      orders.push({ kind, number, folder: 'users', source: drawPortrait(random, kind), alt: '' });
  }
  for (let number = 0; number < COVERS; number++)
    orders.push({ kind: 'cover', number, folder: 'users', source: drawCover(random, number), alt: '' });
  for (const kind of sceneNames) {
    for (let number = 0; number < SCENES_EACH; number++) {
      const { width, height, shapes, alt } = scenes[kind](random);
      orders.push({ kind, number, folder: 'post', source: svg(width, height, shapes), alt });
    }
  }
  return orders;
}

async function drawStock(seed: string, target: string): Promise<Stock> {
  const stock: Stock = {};
  await forEachAtOnce(listOrders(seed), DRAWN_AT_ONCE, async ({ kind, number, folder, source, alt }) => {
    const held = (stock[kind] ??= []);
    held[number] = await encodeDrawing(source, folder, alt, path.join(target, `${kind}-${number}`));
  });
  return stock;
}

const [seed = '', folder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1));
process.send?.(await drawStock(seed, folder), () => process.exit(0));
