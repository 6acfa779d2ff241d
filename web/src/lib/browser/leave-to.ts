/** Navigates to another site without a history entry: Back skips this page, which would only redirect again. */
export const leaveTo = (href: string): void => globalThis.location.replace(href);
