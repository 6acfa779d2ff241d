/** The contract's four password rules. */
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';

const texts = defineMessages('account.strength', {
  length: '8 characters',
  upperCase: 'an uppercase letter',
  lowerCase: 'a lowercase letter',
  digit: 'a digit',
  notYet: 'Not yet',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
});
const rules = [
  { label: texts.length, met: (password: string) => password.length >= 8 },
  { label: texts.upperCase, met: (password: string) => /\p{Lu}/u.test(password) },
  { label: texts.lowerCase, met: (password: string) => /\p{Ll}/u.test(password) },
  { label: texts.digit, met: (password: string) => /\d/.test(password) },
];

export type Strength = { missing: MessageDescriptor[]; level: 0 | 1 | 2 | 3; word: MessageDescriptor };

/** Returns the strength of a new password. Level 0 violates a rule; levels 1 to 3 grow with length and variety. */
export function measurePassword(password: string): Strength {
  const missing = rules.filter((rule) => !rule.met(password)).map((rule) => rule.label);
  if (missing.length > 0) return { missing, level: 0, word: texts.notYet };
  const variety = new Set(password).size;
  const score = variety + (/[^\p{L}\d]/u.test(password) ? 3 : 0);
  if (score >= 16) return { missing, level: 3, word: texts.strong };
  return score >= 11 ? { missing, level: 2, word: texts.good } : { missing, level: 1, word: texts.fair };
}
