/** Notes a failure that the page does not show, where whoever looks for it finds it: the browser's console. */
export function logFailure(what: string, message: string): void {
  console.info(`${what}: ${message}`);
}
