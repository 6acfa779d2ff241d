/** The formats of VAT identification numbers of the European Union. Whether a number is valid, only its state knows. */

/**
 * The part after the prefix, by prefix. Prefixes are the European Commission's: EL for Greece, XI for Northern Ireland.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{1,2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
};

export const MAX_VAT_ID = 14;

/** Returns a VAT number without spaces, dots, dashes and slashes, in upper case. */
export const plainVatId = (typed: string): string => typed.replace(/[\s./-]/g, '').toUpperCase();

/** Whether a plain number has its country's format. In Spain, at least one end is a letter. */
export function isVatId(plain: string): boolean {
  const [country, rest] = [plain.slice(0, 2), plain.slice(2)];
  return shapes[country]?.test(rest) === true && (country !== 'ES' || /[A-Z]/.test(rest));
}
