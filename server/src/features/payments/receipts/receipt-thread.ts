/** Draws one receipt in a worker thread, which then exits. Chinese letters take half a second of processor time. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Receipt } from '@afterhours/contract/payments/receipts';
import { drawReceipt } from './receipt-pdf.ts';

parentPort?.postMessage(await drawReceipt(workerData as Receipt));
