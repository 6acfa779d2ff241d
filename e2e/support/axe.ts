/** Checks the accessibility of pages with axe, and that nothing overflows sideways. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { default as axe, RunOnly, RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

type Appearance = { width: number; height: number; dark: boolean };

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules to check again where only the colours or the width of a page differ. */
const COLOUR_RULES = ['color-contrast'];
const WIDTH_RULES = ['target-size', 'scrollable-region-focusable'];

/**
 * Wide and narrow pages have different parts, so both are checked in full. The other two differ in style only. In this
 * order, the colour scheme changes only once: each change paints the page anew.
 */
const appearances: { appearance: Appearance; rules?: string[] }[] = [
  { appearance: { width: 1440, height: 900, dark: false } },
  { appearance: { width: 390, height: 844, dark: false }, rules: COLOUR_RULES },
  { appearance: { width: 390, height: 844, dark: true } },
  { appearance: { width: 768, height: 1024, dark: true }, rules: [...COLOUR_RULES, ...WIDTH_RULES] },
];

/** The minified library, because every checked page has to parse it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const defaultAppearance = appearances[0]?.appearance as Appearance;

/** Limits a check to some rules, or to one element. By default it covers all rules and the whole page. */
type Scope = { rules?: string[] | undefined; within?: string | undefined };

/**
 * Computing selectors of the elements that pass takes longer than the checks. Preloading the stylesheets takes a third
 * of the time, and only a rule that is not used here needs them.
 */
const options = { resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies RunOptions;

/** Returns the violations in the page's current state, each with its elements. */
async function findViolations(page: Page, { rules, within }: Scope): Promise<string[]> {
  // A page keeps axe until it is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const runOnly: RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  return page.evaluate(
    async ({ context, runOptions }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, runOptions);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    { context: within ?? 'html', runOptions: { ...options, runOnly } satisfies RunOptions },
  );
}

/** Checks the page in its current state. `name` describes it in failures. */
export async function expectNoViolations(page: Page, name: string, scope: Scope = {}): Promise<void> {
  expect(await findViolations(page, scope), name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits for the transitions to another width or colour scheme, and for those that they start. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Checks a loaded page, or the element `within` it, at every width and in both colour schemes. */
export async function expectAccessible(page: Page, name: string, within?: string): Promise<void> {
  for (const { appearance, rules } of appearances) {
    const { width, height, dark } = appearance;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilStill(page);
    const description = `${name} at ${width} px, ${dark ? 'dark' : 'light'}`;
    // Something may still be loading.
    await expect(() => expectNoViolations(page, description, { rules, within })).toPass({
      timeout: 15_000,
      intervals: [250],
    });
  }
  const { width, height } = defaultAppearance;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
}
