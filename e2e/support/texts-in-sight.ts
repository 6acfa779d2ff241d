/** What is wrong with the texts of a page that is shown in the pseudo-locale. */
import type { Page } from '@playwright/test';

/** What has no texts of ours: the year and the name of the site, keys of the keyboard, code. */
const NO_TEXTS = 'script, style, kbd, code, svg, [data-brand]';

/**
 * Returns the texts within some parts of the page that have letters and none with an accent, and those that are cut.
 * What the journey's own members write has accents, too, since labels and menus name them.
 */
export function findUnready(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([selectors, noTexts]) => {
      const faults = new Set<string>();
      const plain = (text: string) => /[A-Za-z]{2,}/.test(text) && !/[\u00c0-\u024f\u1e00-\u1eff]/.test(text);
      const read = (element: Element) => {
        if (element.closest(noTexts) || !element.checkVisibility({ visibilityProperty: true })) return;
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          if (plain(text)) faults.add(`${name} in plain English: "${text}"`);
        }
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const text = own.map((node) => node.nodeValue?.trim() ?? '').join(' ');
        // What members of other journeys wrote stands in these.
        if (plain(text) && !element.closest('bdi, [dir="auto"]')) faults.add(`in plain English: "${text}"`);
        const { overflowX, clipPath } = getComputedStyle(element);
        const clips = overflowX === 'hidden' || overflowX === 'clip';
        // What only a screen reader says is cut to nothing on purpose; a member's text ends in dots.
        const meant = clipPath !== 'none' || element.clientWidth <= 1 || element.matches('bdi, [dir="auto"]');
        if (text.trim() !== '' && clips && !meant && element.scrollWidth > element.clientWidth + 1)
          faults.add(`cut at ${element.clientWidth} of ${element.scrollWidth} px: "${text}"`);
      };
      for (const selector of selectors) {
        const found = [...document.querySelectorAll(selector)];
        if (found.length === 0) faults.add(`there is no ${selector}`);
        for (const part of found) for (const element of [part, ...part.querySelectorAll('*')]) read(element);
      }
      if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.add('scrolls sideways');
      return [...faults];
    },
    [parts, NO_TEXTS] as const,
  );
}
