/** Accessibility of a page: axe's rules, and nothing that extends past the edge. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { default as axe, RunOnly, RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

export type Look = { width: number; height: number; dark: boolean };

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the colours, and on the width, where the page is otherwise the same. */
const OF_COLOURS = ['color-contrast'];
const OF_THE_WIDTH = ['target-size', 'scrollable-region-focusable'];

/** A wide and a narrow page have different parts, so each is checked in full. The other two differ in style only. */
const looks: { look: Look; rules?: string[] }[] = [
  { look: { width: 1440, height: 900, dark: false } },
  { look: { width: 768, height: 1024, dark: true }, rules: [...OF_COLOURS, ...OF_THE_WIDTH] },
  { look: { width: 390, height: 844, dark: false }, rules: OF_COLOURS },
  { look: { width: 390, height: 844, dark: true } },
];

/** The library without comments and spaces: every page that is checked has to read it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const firstLook = looks[0]?.look as Look;

/** Which rules are checked, and within which element; all, and the whole page, unless they say so. */
type Part = { rules?: string[] | undefined; within?: string | undefined };

/**
 * Selectors of the elements that pass cost more than the checks, and loading the style sheets again for a rule that is
 * not among these a third of the time.
 */
const options = { resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies RunOptions;

/** Returns the violations of the page as it is, with the elements of each. */
async function findViolations(page: Page, { rules, within }: Part): Promise<string[]> {
  // axe stays in a page until the next load.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const runOnly: RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  return page.evaluate(
    async ({ context, asked }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, asked);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    { context: within ?? 'html', asked: { ...options, runOnly } satisfies RunOptions },
  );
}

/** Checks the page as it is. */
export async function expectNoViolations(page: Page, what: string, part: Part = {}): Promise<void> {
  expect(await findViolations(page, part), what).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits for the transitions to another width or colour scheme; one may start the next. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Checks a loaded page, or what has opened in it, at every width and in both schemes. */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  for (const { look, rules } of looks) {
    const { width, height, dark } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilStill(page);
    const seen = `${what} at ${width} px, ${dark ? 'dark' : 'light'}`;
    // Something may still be loading.
    await expect(() => expectNoViolations(page, seen, { rules, within })).toPass({
      timeout: 15_000,
      intervals: [250],
    });
  }
  const { width, height } = firstLook;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
}
