import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow between two collections, in percent; several hundred when the engine decides. */
const GROWTH = 20;

/** Lets the collector come sooner: what a page leaves behind is large and short-lived, and memory is dearer than the time. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
