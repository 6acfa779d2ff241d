import type { write } from 'node:fs';
import { expect, it } from 'vitest';
import { createLogOutput } from './log-output.ts';

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void;

it('A line that a full disk has cut is not continued by the next one', () => {
  let file = '';
  let room = 9;
  const writeTo = (_fd: number, bytes: Buffer, written: Written) => {
    const taken = bytes.subarray(0, room);
    file += taken.toString();
    room -= taken.length;
    if (taken.length > 0) written(null, taken.length);
    else written(Object.assign(new Error('full'), { code: 'ENOSPC' }), 0);
  };
  const output = createLogOutput(1, writeTo as typeof write);
  output.write('first\n');
  output.write('second\n');
  output.write('third\n');
  room = 100;
  output.write('fourth\n');
  output.write('fifth\n');
  expect(file).toBe('first\nsec\nfourth\nfifth\n');
});
