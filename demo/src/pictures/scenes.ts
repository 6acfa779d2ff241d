import type { SceneName } from '../content/craft.ts';
import type { Random } from '../random.ts';
import { drawChart, drawDesk, drawSwatches } from './scenes-at-a-desk.ts';
import { drawPattern, drawPoster, drawStillLife } from './scenes-of-things.ts';
import { drawCity, drawLandscape } from './scenes-outdoors.ts';

/** Shapes that fill `width` by `height`, and their alternative text. */
export type Drawing = { width: number; height: number; shapes: string; alt: string };
export type Draw = (random: Random) => Drawing;

export const scenes: Record<SceneName, Draw> = {
  landscape: drawLandscape,
  city: drawCity,
  'still-life': drawStillLife,
  pattern: drawPattern,
  poster: drawPoster,
  chart: drawChart,
  desk: drawDesk,
  swatches: drawSwatches,
};
