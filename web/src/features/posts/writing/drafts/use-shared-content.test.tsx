import { MAX_DRAFT } from '@afterhours/contract/posts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { takeShared } from '#lib/sharing/shared-content.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Composer } from '../composer.tsx';

vi.mock('#lib/sharing/shared-content.ts');

const NOTICE = /The shared text is too long/;

beforeEach(() => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  serve({ 'GET /drafts': ok([], { nextCursor: null }) });
});

/** Opens the composer after another app has shared a text. Returns the description. */
function openWith(text: string): HTMLTextAreaElement {
  vi.mocked(takeShared).mockResolvedValueOnce({ text, pictures: [] });
  renderAt('/home', () => <Composer open onClose={() => undefined} />);
  return screen.getByLabelText(/Description/);
}

it('A shared text that is longer than a post, but not than a draft, is all there to be shortened', async () => {
  const field = openWith('a'.repeat(MAX_DRAFT));
  await waitFor(() => expect(field.value).toHaveLength(MAX_DRAFT));
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it('A shared text that is longer than a draft is cut, and the form says so', async () => {
  const field = openWith('a'.repeat(MAX_DRAFT + 1));
  expect(await screen.findByText(NOTICE)).toBeTruthy();
  expect(field.value).toHaveLength(MAX_DRAFT);
});
