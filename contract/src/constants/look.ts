/** The height of a community's logo in the header of every page, in CSS pixels. */
export const LOGO_HEIGHT = 28;
const MAX_WIDTH = 84;

/** Returns the width at which the logo is displayed; one that would be too wide is displayed less high. */
export const logoWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.min(MAX_WIDTH, Math.max(1, Math.round((LOGO_HEIGHT * width) / height)));

/** The selector of the CSS rule that overrides the built-in accent; it wins wherever in the page the rule is. */
export const ACCENT_SELECTOR = ':root:root';
