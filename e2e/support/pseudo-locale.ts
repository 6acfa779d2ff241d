/** Pages in the pseudo-locale: English whose letters have accents, and a third longer. */
import { expect, type Page } from '@playwright/test';
import { untilStill } from './axe.ts';
import { findUnready } from './texts-in-sight.ts';

/**
 * Gives whatever `Intl` writes for the pseudo-locale an accent in each word, as it has no words of its own for it. A
 * date, a price or a country without accents was then written for a fixed language.
 */
function accentIntl(): void {
  const accent = (text: string) => text.replaceAll(/[A-Za-z]{2,}/g, '$&é');
  const patch = (name: 'DateTimeFormat' | 'DisplayNames' | 'NumberFormat', method: 'format' | 'of') => {
    const patched = new Proxy(Intl[name], {
      construct(target, given: unknown[], made) {
        const formatter = Reflect.construct(target, given, made) as Record<string, (...values: unknown[]) => string>;
        if (given[0] !== 'en-XA') return formatter;
        const write = formatter[method]!.bind(formatter);
        const value = (...values: unknown[]) => accent(write(...values) ?? '');
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

/** Opens a page in the pseudo-locale and waits until it is there. */
export async function openPseudo(page: Page, path: string): Promise<void> {
  await prepare(page);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

// Names and words of the members have accents, too: labels and menus name them.
export const names = { firstName: 'Ánaïs', lastName: 'Ñúñez', profession: 'Cérámïst' };

export type Faults = Record<string, string[]>;

/** Notes what is wrong with parts of the page, as it is, at each width; the first width is that of a new page. */
export async function checkWidths(page: Page, faults: Faults, name: string, parts: readonly string[]): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await untilStill(page);
    const shown = parts.filter((part) => width > 1000 || !part.startsWith('aside'));
    const found = await findUnready(page, shown);
    if (found.length > 0) faults[`${name} at ${width} px`] = found;
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
