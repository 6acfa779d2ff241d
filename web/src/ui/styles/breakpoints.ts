/**
 * The widths, in pixels, at which the layout changes. Media queries use no others: `(min-width: 640px)` for a
 * breakpoint and up, and `(max-width: 639px)` below it. `npm run check` enforces this.
 */
export const breakpoints = { small: 360, large: 480, sheet: 640, tablet: 768, desktop: 1024, wide: 1280 } as const;

/** Media queries that match from a breakpoint on. */
export const from = {
  sheet: `(min-width: ${breakpoints.sheet}px)`,
  desktop: `(min-width: ${breakpoints.desktop}px)`,
  wide: `(min-width: ${breakpoints.wide}px)`,
} as const;
