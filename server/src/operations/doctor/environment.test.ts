import { expect, it, onTestFinished } from 'vitest';
import { checkNode } from './environment.ts';
import type { Installation } from './finding.ts';

it.each([
  ['26.9.3', { level: 'warn', text: '26.9.3 has known vulnerabilities' }],
  ['99.0.0', { level: 'ok', text: 'the doctor runs on 99.0.0' }],
])('The doctor says whether Node %s has known vulnerabilities', async (node, expected) => {
  const { versions } = process;
  onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions, configurable: true }));
  Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
  expect(await checkNode.run({} as Installation)).toEqual([expect.objectContaining(expected)]);
});
