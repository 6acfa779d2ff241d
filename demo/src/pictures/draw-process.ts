/**
 * Draws the stock of pictures in a child process, because otherwise the server would keep the memory that this takes.
 * The arguments are the seed and the folder for the files. Sends the complete stock, and exits if the parent is gone.
 */
import { forEachConcurrently } from './at-once.ts';
import { listDrawings, writeDrawing } from './drawings.ts';
import type { Stock } from './stock.ts';

const CONCURRENT_DRAWINGS = 4;

async function drawStock(seed: string, target: string): Promise<Stock> {
  const stock: Stock = {};
  await forEachConcurrently(listDrawings(seed), CONCURRENT_DRAWINGS, async (drawing) => {
    const images = (stock[drawing.kind] ??= []);
    images[drawing.number] = await writeDrawing(drawing, target);
  });
  return stock;
}

const [seed = '', folder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1));
process.send?.(await drawStock(seed, folder), () => process.exit(0));
