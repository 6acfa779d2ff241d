import { expect, it } from 'vitest';
import { spreadWaiting } from './waiting-early.ts';

it('spreadWaiting alternates one waiting file with five others, keeps the order of the others, and drops none', () => {
  const others = Array.from({ length: 12 }, (_, number) => `/posts/${number}.test.ts`);
  const waiting = ['/a/killed-server.test.ts', '/b/two-servers.test.ts', '/c/restore.test.ts', '/d/full-disk.test.ts'];
  const files = spreadWaiting([...others, ...waiting].map((moduleId) => ({ moduleId })));
  const paths = files.map(({ moduleId }) => moduleId);
  expect(waiting.map((path) => paths.indexOf(path))).toEqual([0, 6, 12, 15]);
  expect(paths.filter((path) => !waiting.includes(path))).toEqual(others);
});
