import type { Random } from '../random.ts';

/** Ink, paper, lamp and the muted colours beside them. */
export const ink = '@afterhours/server/1d2133';
export const night = '@afterhours/server/131726';
export const paper = '@afterhours/server/fbf7ef';
export const lamp = '@afterhours/server/eda33c';

export type Palette = { ground: string; soft: string; main: string; second: string; deep: string };

/** Colours that go together; `ground` is the lightest, `deep` the darkest. */
const palettes: readonly Palette[] = [
  {
    ground: '@afterhours/server/f6ecd9',
    soft: '@afterhours/server/ecd2a2',
    main: '@afterhours/server/d9792f',
    second: '@afterhours/server/3d6b70',
    deep: '@afterhours/server/1d2133',
  },
  {
    ground: '@afterhours/server/eef0ea',
    soft: '@afterhours/server/c9d6c4',
    main: '@afterhours/server/6d8a5b',
    second: '@afterhours/server/d99a3d',
    deep: '@afterhours/server/23382f',
  },
  {
    ground: '@afterhours/server/f7e9e2',
    soft: '@afterhours/server/e9bfae',
    main: '@afterhours/server/c0573f',
    second: '@afterhours/server/45507a',
    deep: '@afterhours/server/33202b',
  },
  {
    ground: '@afterhours/server/e9eef2',
    soft: '@afterhours/server/b5c9d6',
    main: '@afterhours/server/4a7797',
    second: '@afterhours/server/eda33c',
    deep: '@afterhours/server/17263a',
  },
  {
    ground: '@afterhours/server/f3eaf0',
    soft: '@afterhours/server/dcb9cd',
    main: '@afterhours/server/96466f',
    second: '@afterhours/server/c98f2f',
    deep: '@afterhours/server/2b1a30',
  },
  {
    ground: '@afterhours/server/f4f0e3',
    soft: '@afterhours/server/dcd19d',
    main: '@afterhours/server/8b8136',
    second: '@afterhours/server/a8472f',
    deep: '@afterhours/server/26271a',
  },
  {
    ground: '@afterhours/server/e6f0ee',
    soft: '@afterhours/server/a9cfc8',
    main: '@afterhours/server/2f7d78',
    second: '@afterhours/server/e08a4a',
    deep: '@afterhours/server/12302f',
  },
  {
    ground: '@afterhours/server/f2eee8',
    soft: '@afterhours/server/cfc5b8',
    main: '@afterhours/server/7c6a58',
    second: '@afterhours/server/d8823a',
    deep: '@afterhours/server/2a2622',
  },
];

export const pickPalette = (random: Random): Palette => random.pick(palettes);

/** The document around shapes of that size. */
export const svg = (width: number, height: number, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** Shortens numbers, so that the documents stay small. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** A vertical or horizontal gradient from one colour to another, as a definition for `url(#name)`. */
export const gradient = (name: string, from: string, to: string, across = false): string =>
  `<defs><linearGradient id="${name}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;
