import type { Page } from '@playwright/test';

/** Returns the visible texts that have the wrong direction or overflow, and the elements that scroll sideways. */
export function findMemberTextFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const report = (element: Element, fault: string) => {
      const path: string[] = [];
      for (let at: Element | null = element; at && at !== document.body && path.length < 5; at = at.parentElement)
        path.unshift(`${at.tagName.toLowerCase()}.${at.className}`);
      faults.add(`${fault}: ${path.join(' > ')} "${(element.textContent || '').slice(0, 30)}"`);
    };
    const startsArabic = (text: string) => /^[^\p{L}]*\p{Script=Arabic}/u.test(text);

    /** Returns the lines of a text as they are drawn; none if it is invisible. */
    function linesOf(text: Node, element: Element): DOMRect[] {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    }

    function checkStart(element: Element, first: DOMRect): void {
      const { display, paddingLeft } = getComputedStyle(element);
      const isLine = element.tagName === 'BDI' && display === 'block' && element.clientWidth > 0;
      const start = element.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
      // A line that is cut off has no start to compare.
      if (isLine && element.scrollWidth <= element.clientWidth && first.left > start + 2)
        report(element, 'begins at the wrong side');
    }

    /** Checks that the lines are within all elements around them, up to one that cuts off or is placed by itself. */
    function checkPlace(element: Element, lines: readonly DOMRect[]): void {
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { display, overflowX, clipPath, position } = getComputedStyle(around);
        if (display === 'inline' || display === 'contents') continue;
        if (overflowX !== 'visible' || clipPath !== 'none') return;
        const frame = around.getBoundingClientRect();
        if (lines.some(({ left, right }) => left < frame.left - 1 || right > frame.right + 1))
          return report(around, 'out of its place');
        if (position === 'fixed' || position === 'absolute') return;
      }
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue ?? '';
      if (!element || !/\p{Script=Arabic}|Abendbrot/u.test(text)) continue;
      // The single letter of an avatar has no direction.
      if (text.trim().length < 2 || element.closest('option, title, [hidden]')) continue;
      const lines = linesOf(node, element);
      const [first] = lines;
      if (!first) continue;
      if (startsArabic(text) && getComputedStyle(element).direction !== 'rtl') report(element, 'left to right');
      checkStart(element, first);
      checkPlace(element, lines);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (startsArabic(field.value) && field.checkVisibility() && getComputedStyle(field).direction !== 'rtl')
        report(field, 'field left to right');
    }
    for (const element of document.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll';
      if (scrolls && element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
        report(element, `scrolls sideways (${element.scrollWidth} of ${element.clientWidth})`);
    }
    return [...faults];
  });
}
