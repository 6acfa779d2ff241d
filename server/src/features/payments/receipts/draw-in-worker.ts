import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Receipt } from '@afterhours/contract/payments/receipts';

const THREAD = new URL('./receipt-thread.ts', import.meta.url);

async function draw(receipt: Receipt): Promise<Buffer> {
  const thread = new Worker(THREAD, { workerData: receipt });
  // `once` rejects when the worker emits an error.
  const [drawn] = (await once(thread, 'message')) as [Uint8Array];
  return Buffer.from(drawn);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a receipt as a PDF in a worker thread, without blocking other calls. Draws one at a time, because each takes
 * tens of megabytes.
 */
export function drawInWorker(receipt: Receipt): Promise<Buffer> {
  const drawn = last.then(() => draw(receipt));
  last = drawn.catch(() => undefined);
  return drawn;
}
