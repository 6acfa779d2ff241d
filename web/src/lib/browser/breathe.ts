/** Between two pieces of work: resolves once the browser has answered what was pressed, and painted, meanwhile. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
