import { expect, test } from 'vitest';
import { readNotice, writeNotice } from './third-party.ts';

test('THIRD-PARTY.md names what the lock file holds; `npm run fix` writes it', () => {
  expect(readNotice()).toBe(writeNotice());
});
