import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow between two collections, in percent; several hundred if the engine decides. At 20, marking
 * took a quarter of the processor time; at 100, a server takes 30 MB more (docs/measurements/feed.md).
 */
const GROWTH = 50;

/** Makes the garbage collector run earlier than by default: a page leaves much short-lived garbage. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
