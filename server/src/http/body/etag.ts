import { createHash } from 'node:crypto';

/** Returns the strong entity tag of a text. A weak one is `W/` followed by this. */
export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
