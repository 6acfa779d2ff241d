import { expect, it } from 'vitest';
import { allowsPrograms } from './memory-folder.ts';

const MOUNTS = `/dev/vda / ext4 rw,relatime 0 0
shm /closed tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0
tmpfs /open tmpfs rw,nosuid,nodev 0 0
`;

it('allowsPrograms accepts only an existing mount point without the option noexec', () => {
  expect(allowsPrograms(MOUNTS, '/open')).toBe(true);
  expect(allowsPrograms(MOUNTS, '/closed')).toBe(false);
  expect(allowsPrograms(MOUNTS, '/missing')).toBe(false);
});
