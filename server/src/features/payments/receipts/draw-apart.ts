import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Receipt } from '@afterhours/contract/receipts';

const THREAD = new URL('./receipt-thread.ts', import.meta.url);

async function draw(receipt: Receipt): Promise<Buffer> {
  const thread = new Worker(THREAD, { workerData: receipt });
  // Rejects with the error of a thread that fails.
  const [drawn] = (await once(thread, 'message')) as [Uint8Array];
  return Buffer.from(drawn);
}

let last: Promise<unknown> = Promise.resolve();

/** Returns a receipt as PDF without keeping other calls waiting; one at a time, as each takes tens of megabytes. */
export function drawApart(receipt: Receipt): Promise<Buffer> {
  const drawn = last.then(() => draw(receipt));
  last = drawn.catch(() => undefined);
  return drawn;
}
