/** Yields between two pieces of work: resolves once the browser has handled pending input and painted. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
