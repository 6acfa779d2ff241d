import {
  accentMarks,
  accentTexts,
  contrastOf,
  deriveAccent,
  grounds,
  luminanceOf,
  type Oklch,
  type Scheme,
  schemes,
} from '@afterhours/contract/community/accent';
import { describe, expect, it } from 'vitest';
import tokens from './tokens.css?raw';

function colour(name: string, scheme: Scheme): Oklch {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens)?.[1] ?? '';
  const colours = Array.from(value.matchAll(/oklch\(([^)]+)\)/g), (match) => match[1] ?? '');
  const chosen = scheme === 'dark' ? colours.at(-1) : colours[0];
  if (!chosen) throw new Error(`No token --${name}`);
  const [l = 0, c = 0, h = 0] = chosen.split(/[\s/]+/).map(Number);
  return [l, c, h];
}

const contrast = (one: string, other: string, scheme: Scheme) => contrastOf(colour(one, scheme), colour(other, scheme));

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

describe.each(schemes)('Colours in %s', (scheme) => {
  it.each(text)('have a contrast of at least 4.5 for %s on %s', (ink, ground) => {
    expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(marks)('have a contrast of at least 3 for %s next to %s', (mark, ground) => {
    expect(contrast(mark, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
});

describe('The contrast formula', () => {
  it('matches known contrasts', () => {
    expect(contrast('surface', 'surface', 'light')).toBe(1);
    expect(luminanceOf([1, 0, 0])).toBeCloseTo(1, 3);
    expect(luminanceOf([0.627955, 0.257683, 29.2339])).toBeCloseTo(0.2126, 3);
  });
});

describe('The accent of a community', () => {
  it("is checked against the design's own colours", () => {
    for (const [name, both] of Object.entries(grounds))
      for (const scheme of schemes) expect([name, scheme, both[scheme]]).toEqual([name, scheme, colour(name, scheme)]);
  });

  it('replaces existing tokens, and is checked in every pair that uses them', () => {
    const derived = Object.keys(deriveAccent('#1a66c2'));
    for (const name of derived) expect(colour(name, 'light')).toHaveLength(3);
    const measured = [...accentTexts, ...accentMarks].map((pair) => pair.join(' on '));
    const used = [...text, ...marks].filter((pair) => pair.some((name) => derived.includes(name)));
    for (const pair of used) expect(measured).toContain(pair.join(' on '));
  });
});
