/** Opens and checks pages in the pseudo-locale: English with accented letters, and texts that are a third longer. */
import { expect, type Page } from '@playwright/test';
import { untilStill } from './axe.ts';
import { openPage } from './open-page.ts';
import { findTextFaults } from './text-faults.ts';

/**
 * Adds an accent to each word that `Intl` formats for the pseudo-locale, for which it has no words of its own. A date,
 * price or country without accents was therefore formatted for a fixed language.
 */
function accentIntl(): void {
  const accent = (text: string) => text.replaceAll(/[A-Za-z]{2,}/g, '$&é');
  const patch = (name: 'DateTimeFormat' | 'DisplayNames' | 'NumberFormat', method: 'format' | 'of') => {
    const patched = new Proxy(Intl[name], {
      construct(target, args: unknown[], newTarget) {
        const formatter = Reflect.construct(target, args, newTarget) as Record<
          string,
          (...values: unknown[]) => string
        >;
        if (args[0] !== 'en-XA') return formatter;
        const original = formatter[method]!.bind(formatter);
        const value = (...values: unknown[]) => accent(original(...values) ?? '');
        return Object.defineProperty(formatter, method, { value });
      },
    });
    Object.assign(Intl, { [name]: patched });
  };
  patch('DateTimeFormat', 'format');
  patch('NumberFormat', 'format');
  patch('DisplayNames', 'of');
}

const prepared = new WeakSet<Page>();

async function prepare(page: Page): Promise<void> {
  if (prepared.has(page)) return;
  prepared.add(page);
  await page.addInitScript(() => localStorage.setItem('language', 'en-XA'));
  await page.addInitScript(accentIntl);
}

/** Opens a page in the pseudo-locale and waits until it has loaded. */
export async function openPseudo(page: Page, path: string): Promise<void> {
  await prepare(page);
  await openPage(page, path);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
}

// The members' names have accents, too, because labels and menus contain them.
export const names = { firstName: 'Ánaïs', lastName: 'Ñúñez', profession: 'Cérámïst' };

export type Faults = Record<string, string[]>;

/** A fault that stays so long is one. */
const LASTING_MS = 2_500;

/** Returns the faults that stay; something may still be loading or changing its width. */
async function findLastingFaults(page: Page, parts: readonly string[]): Promise<string[]> {
  let faults: string[] = [];
  const find = async () => {
    faults = await findTextFaults(page, parts);
    return faults;
  };
  await expect
    .poll(find, { timeout: LASTING_MS, intervals: [250] })
    .toEqual([])
    .catch(() => undefined);
  return faults;
}

/** Adds the faults in some parts of the page, at each width, to `faults`. Leaves the page at the width of a new one. */
export async function checkWidths(page: Page, faults: Faults, name: string, parts: readonly string[]): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await untilStill(page);
    const visibleParts = parts.filter((part) => width > 1000 || !part.startsWith('aside'));
    const textFaults = await findLastingFaults(page, visibleParts);
    if (textFaults.length > 0) faults[`${name} at ${width} px`] = textFaults;
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
