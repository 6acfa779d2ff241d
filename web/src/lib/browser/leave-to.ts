/** Leaves for another site; Back leads to the page before this one, which would only lead on again. */
export const leaveTo = (href: string): void => globalThis.location.replace(href);
