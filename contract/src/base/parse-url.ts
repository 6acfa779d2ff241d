/** Parses an address. Returns null if it is not one. Safari 17 does not know `URL.parse`. */
export const parseUrl = (address: string, base?: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null;
