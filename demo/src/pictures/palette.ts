import type { Random } from '../random.ts';

/** The colours that all drawings share. */
export const ink = '#1d2133';
export const night = '#131726';
export const paper = '#fbf7ef';
export const lamp = '#eda33c';

export type Palette = { ground: string; soft: string; main: string; second: string; deep: string };

/** Colours that match; `ground` is the lightest and `deep` the darkest. */
const palettes: readonly Palette[] = [
  {
    ground: '#f6ecd9',
    soft: '#ecd2a2',
    main: '#d9792f',
    second: '#3d6b70',
    deep: '#1d2133',
  },
  {
    ground: '#eef0ea',
    soft: '#c9d6c4',
    main: '#6d8a5b',
    second: '#d99a3d',
    deep: '#23382f',
  },
  {
    ground: '#f7e9e2',
    soft: '#e9bfae',
    main: '#c0573f',
    second: '#45507a',
    deep: '#33202b',
  },
  {
    ground: '#e9eef2',
    soft: '#b5c9d6',
    main: '#4a7797',
    second: '#eda33c',
    deep: '#17263a',
  },
  {
    ground: '#f3eaf0',
    soft: '#dcb9cd',
    main: '#96466f',
    second: '#c98f2f',
    deep: '#2b1a30',
  },
  {
    ground: '#f4f0e3',
    soft: '#dcd19d',
    main: '#8b8136',
    second: '#a8472f',
    deep: '#26271a',
  },
  {
    ground: '#e6f0ee',
    soft: '#a9cfc8',
    main: '#2f7d78',
    second: '#e08a4a',
    deep: '#12302f',
  },
  {
    ground: '#f2eee8',
    soft: '#cfc5b8',
    main: '#7c6a58',
    second: '#d8823a',
    deep: '#2a2622',
  },
];

export const pickPalette = (random: Random): Palette => random.pick(palettes);

/** Returns an SVG document of this size with these shapes. */
export const svg = (width: number, height: number, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width}
    ${height}">${shapes}</svg>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** Rounds to one decimal place, to keep the documents small. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the definition of a vertical gradient, to be used as `url(#name)`. */
export const gradient = (name: string, from: string, to: string): string =>
  `<defs><linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0"
    stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;
