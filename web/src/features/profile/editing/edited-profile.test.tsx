import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readUser, writeSession } from '#lib/browser/session-storage.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { goal, me, openEditor, writesOf } from './testing/editor.tsx';
import { UpdateProfile } from './update-profile.tsx';

beforeEach(() => {
  toast.remove();
  writeSession('abc', me);
});

describe('Deleting an entry of the profile', () => {
  it('asks for a confirmation, deletes, and shows the message', async () => {
    const path = `DELETE /goal/delete/${goal._id}`;
    const requests = serve({
      [path]: { body: { status: 200, success: true, message: 'Goal deleted.', body: { _id: goal._id } } },
    });
    const { user, dialog, closed, store } = await openEditor('goals', goal._id);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete this goal?' });
    expect(writesOf(requests)).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await closed();
    expect(await screen.findByText('Goal deleted.')).toBeTruthy();
    expect(store.getState().goal?.goals[me._id]).toEqual([]);
  });
  it('is not offered for a new entry', async () => {
    serve({});
    const { dialog } = await openEditor('goals');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

describe('The member’s own account', () => {
  it('is updated everywhere when it is saved, and after a reload', async () => {
    const saved = { ...me, firstName: 'Anna', intro_details: 'By night' };
    const requests = serve({ 'PUT /updateProfile': ok(saved) });
    const { save, closed, fill, store } = await openEditor('intro');
    await fill(/^Intro/, 'By night');
    await save();
    await closed();
    expect(writesOf(requests)[0]?.body).toEqual({ intro_details: 'By night' });
    const state = store.getState();
    expect(state.auth?.user?.firstName).toBe('Anna');
    expect(state.user?.users.entities[me._id]?.firstName).toBe('Anna');
    expect(readUser()?.intro_details).toBe('By night');
  });
  it('has a bio with a character count', async () => {
    serve({ 'POST /bio/addAndEdit': ok({ bio: 'Clay!' }) });
    const { dialog, save, closed, fill, store } = await openEditor('bio');
    expect(within(dialog).getByText('5 of 2,000 characters')).toBeTruthy();
    await fill(/^Bio/, 'Clay!');
    await save();
    await closed();
    expect(store.getState().profile?.bios[me._id]).toBe('Clay!');
  });
  it('has switches that take effect at once, and revert when the server rejects them', async () => {
    const response = deferred<FakeResponse>();
    const requests = serve({ 'PUT /updateProfile': () => response.promise });
    const { user } = renderAt('/Settings', () => (
      <UpdateProfile section="notification" open onClose={() => undefined} />
    ));
    const likes = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Likes' });
    expect(screen.getAllByRole('switch')).toHaveLength(5);
    await user.click(likes());
    expect(likes().checked).toBe(false);
    expect(writesOf(requests)[0]?.body).toEqual({ like_notification: 'Off' });
    response.resolve(fail(503, 'Busy.'));
    await waitFor(() => expect(likes().checked).toBe(true));
  });
  it('has a date picker that excludes the last 13 years', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T12:00:00Z') });
    renderAt('/Settings', () => <UpdateProfile section="profile" open onClose={() => undefined} />);
    expect(document.querySelector('input[type="date"]')?.getAttribute('max')).toBe('2013-05-04');
    vi.useRealTimers();
  });
});

describe('The pictures of a profile', () => {
  const file = (type: string) => new File(['x'], 'x', { type });
  it.each([
    ['cover', 'Please choose a cover image.'],
    ['image', 'Please choose a file.'],
  ] as const)('show an error if none is chosen: %s', async (editor, message) => {
    const requests = serve({});
    const { dialog, save } = await openEditor(editor);
    await save();
    expect(within(dialog).getByRole('alert').textContent).toBe(message);
    expect(writesOf(requests)).toHaveLength(0);
  });
  it('reject files of a wrong type, dropped or chosen', async () => {
    serve({});
    const { dialog } = await openEditor('cover');
    fireEvent.drop(within(dialog).getByRole('group'), {
      dataTransfer: { types: ['Files'], files: [file('application/pdf')] },
    });
    expect(within(dialog).getByRole('alert').textContent).toMatch(/^Please choose an image/);
  });
  it('reject an empty file, and say that it is empty', async () => {
    serve({});
    const { dialog } = await openEditor('image');
    const empty = new File([], 'a.png', { type: 'image/png' });
    fireEvent.drop(within(dialog).getByRole('group'), { dataTransfer: { types: ['Files'], files: [empty] } });
    expect(within(dialog).getByRole('alert').textContent).toBe('This file is empty.');
  });
  it.each([
    ['image/jpeg', 'This file is damaged or incomplete.'],
    ['image/heic', 'This browser cannot open pictures of this kind. Please choose a JPEG or PNG.'],
  ])('that the browser cannot show are not all damaged: %s', async (type, message) => {
    serve({});
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const { dialog } = await openEditor('image');
    fireEvent.drop(within(dialog).getByRole('group'), { dataTransfer: { types: ['Files'], files: [file(type)] } });
    fireEvent.error(dialog.querySelector('img[src="blob:x"]')!);
    expect(within(dialog).getByRole('alert').textContent).toBe(message);
  });
  it.each([
    ['cover', 'Cover image updated', { cover_image: null }],
    ['image', 'Profile image updated', { image: null }],
  ] as const)('are removed after a confirmation: %s', async (editor, done, body) => {
    writeSession('abc', { ...me, image: 'a.jpg', cover_image: 'b.jpg' });
    const requests = serve({ 'PUT /updateProfile': ok(me) });
    const { dialog, user, closed } = await openEditor(editor);
    await user.click(within(dialog).getByRole('button', { name: 'Remove picture' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await closed();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(writesOf(requests)[0]?.body).toEqual(body);
  });
});
