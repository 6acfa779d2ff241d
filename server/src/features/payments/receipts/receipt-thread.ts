/** Draws one receipt in a thread of its own, which ends then: Chinese letters take half a second of work. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Receipt } from '@afterhours/contract/receipts';
import { drawReceipt } from './receipt-pdf.ts';

parentPort?.postMessage(await drawReceipt(workerData as Receipt));
