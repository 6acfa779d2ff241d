import { describe, expect, it } from 'vitest';
import { buildMessage, idOf } from '#testing/build.ts';
import { formatBytes, refusalOf, shareOfFile } from '../composer/file-rules.ts';
import { previewOf } from '../conversations/preview.ts';
import { buildRows, stateOf } from './thread-rows.ts';

const me = idOf(1);
const at = (day: number, hour: number, minute: number) => new Date(2026, 2, day, hour, minute).toISOString();
const waiting = (client_id: string, createdAt: string) => ({
  client_id,
  receiver_id: idOf(2),
  content: 'On its way',
  files: [],
  createdAt,
  failure: null,
});
const outline = (rows: ReturnType<typeof buildRows>) =>
  rows.map((row) => {
    if (row.kind === 'day') return row.label;
    return row.kind === 'unread' ? 'unread' : row.shown.map((shown) => shown.message?.seq ?? 'waiting').join(' ');
  });

describe('A conversation', () => {
  it('shows the date above each day and groups consecutive messages of a member', () => {
    const messages = [
      buildMessage(1, { createdAt: at(5, 21, 58) }),
      buildMessage(2, { createdAt: at(5, 21, 59) }),
      buildMessage(3, { createdAt: at(5, 21, 59), sender_id: me }),
      buildMessage(4, { createdAt: at(6, 8, 0), sender_id: me }),
      buildMessage(5, { createdAt: at(6, 8, 6), sender_id: me }),
    ];
    expect(outline(buildRows(messages, [], me, null))).toEqual(['Mar 05, 2026', '1 2', '3', 'Mar 06, 2026', '4', '5']);
  });

  it('shows the time on the last message of each minute', () => {
    const messages = [1, 2, 3].map((seq) => buildMessage(seq, { createdAt: at(5, 21, seq < 3 ? 10 : 11) }));
    const [, group] = buildRows(messages, [], me, null);
    expect(group?.kind === 'group' && group.shown.map(({ time }) => time)).toEqual([false, true, true]);
  });

  it('shows a line above the first unread message of the other member', () => {
    const messages = [
      buildMessage(1),
      buildMessage(2, { sender_id: me }),
      buildMessage(3, { sender_id: me }),
      buildMessage(4),
    ];
    expect(outline(buildRows(messages, [], me, 1))).toEqual(['Mar 01, 2026', '1', '2 3', 'unread', '4']);
  });

  it('shows waiting messages at its end, and each only once when it has arrived', () => {
    const [first, second] = [idOf(31), idOf(32)];
    const sent = buildMessage(1, { sender_id: me, client_id: first, createdAt: at(5, 9, 0) });
    const rows = buildRows([sent], [waiting(first, at(5, 9, 0)), waiting(second, at(5, 9, 1))], me, null);
    expect(outline(rows)).toEqual(['Mar 05, 2026', '1 waiting']);
  });
});

it('An own message is sent, delivered, then read, but never shown as read if read receipts are off', () => {
  const markers = { otherReadSeq: 3, otherDeliveredSeq: 5 };
  expect([3, 5, 6].map((seq) => stateOf(seq, markers))).toEqual(['read', 'delivered', 'sent']);
  expect(stateOf(3, { ...markers, otherReadSeq: null })).toBe('delivered');
});

it('A preview shows the author and the text of the last message', () => {
  const latest = { _id: idOf(5), seq: 1, sender_id: me, content: 'Hello', attachmentsCount: 0, createdAt: at(5, 9, 0) };
  const preview = (changes: object) => previewOf({ ...latest, deleted: false, filetype: null, ...changes }, me);
  expect(preview({})).toBe('You: Hello');
  expect(preview({ sender_id: idOf(2) })).toBe('Hello');
  expect(preview({ content: '', filetype: 'image' })).toBe('You: Photo');
  expect(preview({ content: '', filetype: 'attachment', sender_id: idOf(2) })).toBe('File');
  expect(preview({ content: '', deleted: true })).toBe('You: Message deleted');
  expect(preview({ content: 'JOBAPPLIED', sender_id: idOf(2) })).toBe('Job application');
});

describe('Files', () => {
  const file = (name: string, type: string, size = 10) => {
    const created = new File(['x'], name, { type });
    Object.defineProperty(created, 'size', { value: size });
    return created;
  };
  it('may be images, PDF and Word documents within the size limits', () => {
    for (const [name, type] of [
      ['a.heic', 'image/heic'],
      ['a.PDF', 'application/pdf'],
      ['a.doc', ''],
      ['a.docx', ''],
    ] as const)
      expect(refusalOf(file(name, type))).toBeUndefined();
    expect(refusalOf(file('a.svg', 'image/svg+xml'))).toContain('Please choose an image');
    expect(refusalOf(file('a.exe', ''))).toBe('Please choose a PDF or Word document without macros.');
    for (const [name, type] of [['a.png', 'image/png'] as const, ['a.pdf', 'application/pdf'] as const])
      expect(refusalOf(file(name, type, 0))).toBe('This file is empty.');
    expect(refusalOf(file('a.png', 'image/png', 11 * 1024 * 1024))).toBe('Each image may be at most 10 MB.');
    expect(refusalOf(file('a.pdf', '', 21 * 1024 * 1024))).toBe('Each document may be at most 20 MB.');
  });
  it('are uploaded one after another, each with its own progress', () => {
    const shares = (share: number) => [0, 1].map((index) => shareOfFile([100, 300], index, share));
    expect(shares(0.125)).toEqual([0.5, 0]);
    expect(shares(0.625)).toEqual([1, 0.5]);
    expect(shares(1)).toEqual([1, 1]);
  });
  it('show a short size', () => {
    expect([10, 20_480, 3_565_158].map(formatBytes)).toEqual(['1 KB', '20 KB', '3.4 MB']);
  });
});
