import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow between two collections, in percent; several hundred when the engine decides. */
const GROWTH = 20;

/** Makes the garbage collector run earlier: a page leaves much short-lived garbage, and memory is scarcer than time. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
