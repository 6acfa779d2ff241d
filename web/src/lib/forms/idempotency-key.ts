/**
 * The keys with which forms send what they create. The same content is sent with the same key until there is a
 * response, even after a reload, so that the server creates it once. `name` is that of the form's draft.
 */
import { nanoid } from '@reduxjs/toolkit';
import { readDraft, writeDraft } from '../browser/session-storage.ts';

const nameOf = (name: string): string => `sent:${name}`;

/** Returns the key with which this content was sent before, without a response; null if it was not. */
function readKey(name: string, content: string): string | null {
  const sent = readDraft(nameOf(name));
  if (typeof sent !== 'object' || sent === null || !('content' in sent) || !('key' in sent)) return null;
  return sent.content === content && typeof sent.key === 'string' ? sent.key : null;
}

/** Returns the key with which to send this content. */
export function idempotencyKeyFor(name: string, content: string): string {
  const key = readKey(name, content) ?? nanoid();
  writeDraft(nameOf(name), { content, key });
  return key;
}

/** Forgets the key, because the content was created: the same content again is something new. */
export const forgetIdempotencyKey = (name: string): void => writeDraft(nameOf(name), null);
