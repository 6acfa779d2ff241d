/**
 * The accent colour of a community: derives the design tokens from it and checks that all of them are readable. Colours
 * are OKLCH as defined by Björn Ottosson; contrasts are WCAG 2 contrast ratios.
 */
import { ACCENT_SELECTOR } from '../constants/look.ts';

type Rgb = [number, number, number];
/** Lightness from 0 to 1, chroma, hue in degrees. */
export type Oklch = [l: number, c: number, h: number];
export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];
/** A colour for each of the two schemes. */
type SchemeColours = Record<Scheme, Oklch>;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const clamp = (part: number) => Math.min(1, Math.max(0, part));

function toUnclampedRgb([l, c, h]: Oklch): Rgb {
  const [a, b] = [c * Math.cos(radians(h)), c * Math.sin(radians(h))];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Converts OKLCH to linear sRGB. Channels outside the gamut are clamped, which is the worst that a browser does. */
const toLinear = (colour: Oklch): Rgb => toUnclampedRgb(colour).map(clamp) as Rgb;

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Relative luminance, from 0 (black) to 1 (white). */
export const luminanceOf = (colour: Oklch): number => luminance(toLinear(colour));

/** Contrast between two colours, from 1 to 21. */
export function contrastOf(first: Oklch, second: Oklch): number {
  const [dark = 0, light = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const HEX = /^#[0-9a-f]{6}$/;
export const isHexColour = (value: string): boolean => HEX.test(value);

const toLinearPart = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinearPart = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Returns the colour that `#rrggbb` names. */
export function parseHex(hex: string): Oklch {
  const [r, g, b] = [1, 3, 5].map((at) => toLinearPart(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [l, Math.hypot(a, y), ((Math.atan2(y, a) * 180) / Math.PI + 360) % 360];
}

const isInGamut = (colour: Oklch) => toUnclampedRgb(colour).every((part) => part > -0.0005 && part < 1.0005);

const toHex = (colour: Oklch): string =>
  `#${toLinear(colour)
    .map((part) => Math.round(clamp(fromLinearPart(part)) * 255))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

const sameInBoth = (colour: Oklch): SchemeColours => ({ light: colour, dark: colour });

/** The colours that an accent appears next to; the tokens of the same names. */
export const grounds = {
  paper: { light: [0.985, 0.006, 85], dark: [0.19, 0.02, 270] },
  surface: { light: [1, 0, 0], dark: [0.235, 0.022, 270] },
  sunken: { light: [0.958, 0.008, 85], dark: [0.285, 0.022, 270] },
  ink: { light: [0.24, 0.03, 270], dark: [0.95, 0.01, 85] },
  muted: { light: [0.48, 0.02, 270], dark: [0.73, 0.015, 270] },
} as const satisfies Record<string, SchemeColours>;

const DARK_INK: Oklch = [0.24, 0.03, 270];
const LIGHT_INK: Oklch = [0.985, 0.006, 85];

export type AccentToken = 'lamp' | 'lamp-lit' | 'lamp-low' | 'on-lamp' | 'lamp-text' | 'lamp-tint' | 'focus';

/** Returns the tokens derived from an accent: lighter and darker shades, text, tint and focus ring. */
export function deriveAccent(hex: string): Record<AccentToken, SchemeColours> {
  const [l, c, h] = parseHex(hex);
  const lit: Oklch = [Math.min(1, l + 0.04), c * 0.97, h];
  const low: Oklch = [Math.max(0, l - 0.05), c, h];
  const worst = (ink: Oklch) => Math.min(...[lit, low].map((ground) => contrastOf(ink, ground)));
  return {
    lamp: sameInBoth([l, c, h]),
    'lamp-lit': sameInBoth(lit),
    'lamp-low': sameInBoth(low),
    'on-lamp': sameInBoth(worst(DARK_INK) >= worst(LIGHT_INK) ? DARK_INK : LIGHT_INK),
    'lamp-text': { light: [0.48, Math.min(c, 0.12), h], dark: [0.82, Math.min(c, 0.11), h] },
    'lamp-tint': { light: [0.955, Math.min(c, 0.03), h], dark: [0.3, Math.min(c, 0.04), h] },
    focus: { light: [Math.min(l, 0.56), Math.min(c, 0.13), h], dark: [Math.max(l, 0.7), Math.min(c, 0.15), h] },
  };
}

type ColourName = AccentToken | keyof typeof grounds;
type ColourPair = readonly [of: ColourName, on: ColourName];

/** Text pairs that involve the accent (contrast of at least 4.5); `accentMarks` are the pairs of marks (at least 3). */
export const accentTexts: readonly ColourPair[] = [
  ['ink', 'lamp-tint'],
  ['muted', 'lamp-tint'],
  ['lamp-text', 'paper'],
  ['lamp-text', 'surface'],
  ['lamp-text', 'lamp-tint'],
  ['on-lamp', 'lamp'],
  ['on-lamp', 'lamp-lit'],
  ['on-lamp', 'lamp-low'],
];
export const accentMarks: readonly ColourPair[] = [
  ['focus', 'paper'],
  ['focus', 'surface'],
  ['focus', 'sunken'],
  ['focus', 'lamp-tint'],
];

/** Fills that have to stand out, though less than text does, such as a button without a border. */
const accentFills: readonly ColourPair[] = [
  ['lamp', 'paper'],
  ['lamp', 'surface'],
];

export type UnreadablePair = { of: ColourName; on: ColourName; scheme: Scheme; contrast: number; needed: number };

/** Returns the colour pairs that this accent makes hard to read; empty for a readable accent. */
export function findUnreadable(hex: string): UnreadablePair[] {
  const colours: Record<ColourName, SchemeColours> = { ...grounds, ...deriveAccent(hex) };
  const measure = (pairs: readonly ColourPair[], needed: number) =>
    pairs.flatMap(([of, on]) =>
      schemes.map((scheme) => ({
        of,
        on,
        scheme,
        contrast: contrastOf(colours[of][scheme], colours[on][scheme]),
        needed,
      })),
    );
  const measured = [...measure(accentTexts, 4.5), ...measure(accentMarks, 3), ...measure(accentFills, 1.5)];
  return measured.filter(({ contrast, needed }) => contrast < needed);
}

const STEP = 0.005;

/** Returns the nearest readable accent of the same hue: this one, or a lighter or darker one. */
export function findNearestAccent(hex: string): string {
  if (findUnreadable(hex).length === 0) return hex;
  const [l, c, h] = parseHex(hex);
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [l + distance, l - distance]) {
      if (lightness <= 0 || lightness >= 1) continue;
      let chroma = c;
      while (chroma > 0 && !isInGamut([lightness, chroma, h])) chroma = Math.max(0, chroma - STEP);
      const candidate = toHex([lightness, chroma, h]);
      if (findUnreadable(candidate).length === 0) return candidate;
    }
  }
  return '#e59a2f';
}

const round = (part: number, places: number) => Number(part.toFixed(places));
const toCss = ([l, c, h]: Oklch) => `oklch(${round(l, 4)} ${round(c, 4)} ${round(h, 2)})`;

/** Returns the CSS rule that overrides the built-in accent. */
export function writeAccent(hex: string): string {
  const tokens = Object.entries(deriveAccent(hex)).map(([name, { light, dark }]) =>
    light === dark ? `--${name}:${toCss(light)}` : `--${name}:light-dark(${toCss(light)},${toCss(dark)})`,
  );
  return `${ACCENT_SELECTOR}{${tokens.join(';')}}`;
}
