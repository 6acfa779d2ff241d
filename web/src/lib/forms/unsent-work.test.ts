import { beforeEach, describe, expect, it } from 'vitest';
import { countUnsent, forgetUnsent } from './unsent-work.ts';

const [ana, ben] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];

beforeEach(() => localStorage.clear());

describe('Unsent work', () => {
  it('is counted and removed for one member and kept for others', async () => {
    localStorage.setItem(`draft:post:${ana}`, '{}');
    localStorage.setItem(`draft:synced:${ana}`, '{"version":1,"content":""}');
    localStorage.setItem(`draft:sent:comment:new:${ana}:post`, '{"text":"","key":""}');
    localStorage.setItem(`draft:message:${ana}:chat`, '"Hello"');
    localStorage.setItem(`outbox:${ana}:m1`, '{}');
    localStorage.setItem(`outbox:${ben}:m2`, '{}');
    localStorage.setItem(`any:${ana}`, '1');
    localStorage.setItem(`profile-hint:${ana}`, 'dismissed');
    localStorage.setItem(`profile-shared:${ana}`, 'shared');
    localStorage.setItem(`draft:message:${ben}:${ana}`, '"Hello Ana"');
    localStorage.setItem('theme', 'dark');
    expect(countUnsent(ana)).toEqual({ messages: 1, drafts: 2 });
    await forgetUnsent(ana);
    expect(countUnsent(ana)).toEqual({ messages: 0, drafts: 0 });
    const hints = [`profile-hint:${ana}`, `profile-shared:${ana}`];
    const ofBen = [`draft:message:${ben}:${ana}`, `outbox:${ben}:m2`];
    expect(Object.keys(localStorage).sort()).toEqual([...ofBen, ...hints, 'theme']);
  });
});
