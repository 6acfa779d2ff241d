import { describe, expect, it } from 'vitest';
import tokens from './tokens.css?raw';

type Rgb = [number, number, number];
const schemes = ['light', 'dark'] as const;

/** OKLCH to linear sRGB, after Björn Ottosson's definition; out-of-gamut parts are cut, as a browser's worst case. */
function toLinear(oklch: string): Rgb {
  const [l = 0, c = 0, h = 0] = oklch.split(/[\s/]+/).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (part: number) => Math.min(1, Math.max(0, part));
  return [
    cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function colour(name: string, scheme: (typeof schemes)[number]): Rgb {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens)?.[1] ?? '';
  const colours = Array.from(value.matchAll(/oklch\(([^)]+)\)/g), (match) => match[1] ?? '');
  const chosen = scheme === 'dark' ? colours.at(-1) : colours[0];
  if (!chosen) throw new Error(`No token --${name}`);
  return toLinear(chosen);
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: string, other: string, scheme: (typeof schemes)[number]): number {
  const [dark = 0, light = 0] = [one, other].map((name) => luminance(colour(name, scheme))).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const text: [string, string][] = [
  ...['paper', 'surface', 'sunken', 'lamp-tint', 'danger-tint', 'success-tint', 'info-tint', 'avatar'].map(
    (ground): [string, string] => ['ink', ground],
  ),
  ...['paper', 'surface', 'sunken', 'lamp-tint'].map((ground): [string, string] => ['muted', ground]),
  ...['paper', 'surface', 'lamp-tint'].map((ground): [string, string] => ['lamp-text', ground]),
  ...['paper', 'surface', 'danger-tint'].map((ground): [string, string] => ['danger', ground]),
  ['on-lamp', 'lamp'],
  ['on-lamp', 'lamp-lit'],
  ['on-lamp', 'lamp-low'],
  ['on-danger', 'danger-fill'],
  ['paper', 'ink'],
  ['success', 'surface'],
  ['success', 'success-tint'],
  ['info', 'surface'],
  ['info', 'info-tint'],
  ['job', 'job-tint'],
  ['webinar', 'webinar-tint'],
  ['general', 'general-tint'],
];

const marks: [string, string][] = [
  ...['paper', 'surface'].flatMap((ground): [string, string][] => [
    ['edge', ground],
    ['focus', ground],
  ]),
  ['focus', 'sunken'],
  ['focus', 'lamp-tint'],
  ['on-lamp', 'lamp'],
];

describe.each(schemes)('colours in %s', (scheme) => {
  it.each(text)('%s on %s can be read (4.5)', (ink, ground) => {
    expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(marks)('%s is distinct from %s (3)', (mark, ground) => {
    expect(contrast(mark, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
});

describe('The measure', () => {
  it('agrees with known contrasts', () => {
    expect(contrast('surface', 'surface', 'light')).toBe(1);
    expect(luminance(toLinear('1 0 0'))).toBeCloseTo(1, 3);
    expect(luminance(toLinear('0.627955 0.257683 29.2339'))).toBeCloseTo(0.2126, 3);
  });
});
