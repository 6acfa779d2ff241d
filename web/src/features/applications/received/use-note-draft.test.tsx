import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { browserStorage } from '#lib/browser/storage.ts';
import { idOf } from '#testing/build.ts';
import { buildApplication, openFirst, signInWide } from '#testing/received-applications.tsx';

const key = `draft:note:${idOf(1)}:${idOf(23)}`;

beforeEach(() => {
  browserStorage.remove(key);
  signInWide();
});

/** The draft of the note is changed in another window. */
function writeElsewhere(draft: { text: string; over: string } | null): void {
  const newValue = draft && JSON.stringify(draft);
  const oldValue = browserStorage.get(key);
  if (newValue === null) browserStorage.remove(key);
  else browserStorage.set(key, newValue);
  act(() => void dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue })));
}

const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });

it('An unsaved note is the same in all windows, until one of them has saved it', async () => {
  const { user } = await openFirst([buildApplication(23)]);
  await user.type(note(), 'Call');
  writeElsewhere({ text: 'Call on Friday', over: '' });
  expect(note().value).toBe('Call on Friday');
  writeElsewhere(null);
  expect(note().value).toBe('');
});

it('An unsaved note stays stored when another window saves its own text', async () => {
  const { user } = await openFirst([buildApplication(23)]);
  await user.type(note(), 'Call');
  const stored = browserStorage.get(key);
  browserStorage.set(key, JSON.stringify({ text: 'Kind', over: '' }));
  writeElsewhere(null);
  expect(note().value).toBe('Call');
  expect(browserStorage.get(key)).toBe(stored);
});
