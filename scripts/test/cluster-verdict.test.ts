import { expect, test } from 'vitest';
import { compareIntents, compareWritten } from '../../cluster/verdict.ts';

const written = (word: string, acknowledgedId: string | null) => ({
  word,
  memberId: 'ana',
  targetId: '',
  acknowledgedId,
});
const intent = (targetId: string, wanted: boolean, confirmed = true) => ({
  memberId: 'ana',
  targetId,
  wanted,
  confirmed,
  settled: confirmed,
});

test('an acknowledged row counts as lost if it is missing, or if another row has its text', () => {
  const history = [written('kept', '1'), written('gone', '2'), written('replaced', '3'), written('no response', null)];
  const rows = [
    { id: '1', word: 'kept' },
    { id: '9', word: 'replaced' },
  ];
  expect(compareWritten(history, rows)).toEqual({ lost: ['gone', 'replaced'], duplicated: [], unexpected: [] });
});

test('a text stored twice counts as duplicated, acknowledged or not, and one that nobody sent as unexpected', () => {
  const rows = [
    { id: '1', word: 'once' },
    { id: '2', word: 'twice' },
    { id: '3', word: 'twice' },
    { id: '4', word: 'nobody’s' },
  ];
  expect(compareWritten([written('once', null), written('twice', '2')], rows)).toEqual({
    lost: [],
    duplicated: ['twice'],
    unexpected: ['nobody’s'],
  });
});

test('a like or follow must have the last confirmed state; without a confirmation it may have either', () => {
  const intents = [
    intent('a', true),
    intent('b', false),
    intent('c', true),
    intent('d', false),
    intent('e', true, false),
  ];
  expect(compareIntents(intents, new Set(['ana a', 'ana d', 'ben x']))).toEqual({
    lost: ['ana c'],
    duplicated: [],
    unexpected: ['ana d', 'ben x'],
  });
});
