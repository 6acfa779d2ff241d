/** Logs a failure that the page does not show to the browser's console. */
export function logFailure(what: string, message: string): void {
  console.info(`${what}: ${message}`);
}
