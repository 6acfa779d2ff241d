/** How far a new password is: the four rules of the contract, and how much harder than that it is to guess. */
const rules = [
  { label: '8 characters', met: (password: string) => password.length >= 8 },
  { label: 'an uppercase letter', met: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'a lowercase letter', met: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'a digit', met: (password: string) => /\d/.test(password) },
];

export type Strength = { missing: string[]; level: 0 | 1 | 2 | 3; word: string };

/** Level 0 breaks a rule; 1 to 3 grow with length and variety. */
export function measurePassword(password: string): Strength {
  const missing = rules.filter((rule) => !rule.met(password)).map((rule) => rule.label);
  if (missing.length > 0) return { missing, level: 0, word: 'Not yet' };
  const variety = new Set(password).size;
  const score = variety + (/[^\p{L}\d]/u.test(password) ? 3 : 0);
  if (score >= 16) return { missing, level: 3, word: 'Strong' };
  return score >= 11 ? { missing, level: 2, word: 'Good' } : { missing, level: 1, word: 'Fair' };
}
