/** Finds faults in the texts of a page that is shown in the pseudo-locale. */
import type { Page } from '@playwright/test';

/** Elements without translated texts: the site's name and year, keys of the keyboard, code. */
const UNTRANSLATED = 'script, style, kbd, code, svg, [data-brand]';

/**
 * Returns the texts in some parts of the page that contain letters but no accent, and those that are cut off. What the
 * journey's own members write has accents, too, because labels and menus contain it.
 */
export function findTextFaults(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([selectors, untranslated]) => {
      const faults = new Set<string>();
      const lacksAccents = (text: string) => /[A-Za-z]{2,}/.test(text) && !/[\u00c0-\u024f\u1e00-\u1eff]/.test(text);
      const check = (element: Element) => {
        if (element.closest(untranslated) || !element.checkVisibility({ visibilityProperty: true })) return;
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name) ?? '';
          if (lacksAccents(text)) faults.add(`${name} in plain English: "${text}"`);
        }
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const text = own.map((node) => node.nodeValue?.trim() ?? '').join(' ');
        // These elements contain what members of other journeys wrote.
        if (lacksAccents(text) && !element.closest('bdi, [dir="auto"]')) faults.add(`in plain English: "${text}"`);
        const { overflowX, clipPath } = getComputedStyle(element);
        const clips = overflowX === 'hidden' || overflowX === 'clip';
        // Texts for screen readers alone are hidden on purpose, and members' texts end with an ellipsis.
        const intended = clipPath !== 'none' || element.clientWidth <= 1 || element.matches('bdi, [dir="auto"]');
        if (text.trim() !== '' && clips && !intended && element.scrollWidth > element.clientWidth + 1)
          faults.add(`cut at ${element.clientWidth} of ${element.scrollWidth} px: "${text}"`);
      };
      for (const selector of selectors) {
        const elements = [...document.querySelectorAll(selector)];
        if (elements.length === 0) faults.add(`there is no ${selector}`);
        for (const part of elements) for (const element of [part, ...part.querySelectorAll('*')]) check(element);
      }
      if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.add('scrolls sideways');
      return [...faults];
    },
    [parts, UNTRANSLATED] as const,
  );
}
