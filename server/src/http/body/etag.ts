import { hash } from 'node:crypto';

/** Returns the strong entity tag of a text. A weak one is `W/` followed by this. */
export const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
