import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { readDraft, writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok } from '#testing/fake-server.ts';
import { findBox, jonas, openMessages, sendButton, thread } from '#testing/messages-page.tsx';
import { loadOlder } from './chat/thread-commands.ts';
import { messageArrived } from './state/message-slice.ts';

let toasted: Mock<typeof toast.error>;

beforeEach(() => {
  toast.remove();
  toasted = vi.spyOn(toast, 'error');
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
});

describe('A chat', () => {
  it('shows a heading, dates, times and the messages of both members', async () => {
    openMessages(`#${jonas}`);
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Mar 01, 2026' })).toBeTruthy();
    const region = screen.getByRole('region', { name: 'Messages with Jonas' });
    expect(region.querySelector('[data-seq] time')?.textContent).toMatch(/^\d\d:\d\d$/);
  });
  it.each([
    ['', 'Please enter a message or upload an image'],
    ['   ', 'Please enter a message'],
  ])('shows an error at the top right and sends nothing for %j', async (text, message) => {
    const { user, requests } = openMessages(`#${jonas}`);
    if (text) await user.type(await findBox(), text);
    else await findBox();
    await user.click(sendButton());
    expect(toasted).toHaveBeenCalledWith(message, expect.objectContaining({ position: 'top-right' }));
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('shows a message that arrived while an older response was still in flight', async () => {
    const before = deferred<FakeResponse>();
    const late = buildMessage(1, { content: 'Just in time' });
    const { store, requests } = openMessages(`#${jonas}`, {
      'GET /messages': ({ search }) => (search.has('after') ? thread([late]) : before.promise),
    });
    await waitFor(() => expect(requests.some(({ path }) => path === '/messages')).toBe(true));
    act(() => void store.dispatch(messageArrived({ userId: jonas, message: late, own: false })));
    before.resolve(thread([]));
    const region = await screen.findByRole('region', { name: 'Messages with Jonas' });
    expect(await within(region).findByText('Just in time')).toBeTruthy();
  });
  it('links only the members and hashtags that a message mentions', async () => {
    const mentions = [{ start: 4, length: 5, user: { _id: idOf(8), username: 'mira' } }];
    const named = buildMessage(1, { content: 'Ask @mira about #glaze, not @nobody', mentions });
    openMessages(`#${jonas}`, { 'GET /messages': thread([named]) });
    const region = await screen.findByRole('region', { name: 'Messages with Jonas' });
    const links = await within(region).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['@mira', '/@mira'],
      ['#glaze', '/home?hashtag=glaze'],
    ]);
  });
  it('sends on Enter, breaks the line on Shift+Enter, and disables Send until the message is stored', async () => {
    const response = deferred<FakeResponse>();
    const { user, requests } = openMessages(`#${jonas}`, { 'POST /messages/create': () => response.promise });
    await user.type(await findBox(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(await screen.findByText('Sending…')).toBeTruthy();
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    expect(requests.at(-1)?.body).toMatchObject({ content: 'One\ntwo', receiver_id: jonas });
    response.resolve(ok(buildMessage(3, { sender_id: idOf(1), receiver_id: jonas, content: 'One\ntwo' })));
    await waitFor(() => expect(sendButton().getAttribute('aria-disabled')).toBeNull());
    expect((await findBox()).textContent).toBe('');
    expect(screen.getByTitle('Sent')).toBeTruthy();
  });
  it('keeps the focus in the composer when a file is removed', async () => {
    const { user } = openMessages(`#${jonas}`);
    await findBox();
    const files = ['a.pdf', 'b.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }));
    await user.upload(screen.getByLabelText('Attach a document', { selector: 'input' }), files);
    const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
    await user.click(remove('a.pdf'));
    await waitFor(() => expect(document.activeElement).toBe(remove('b.pdf')));
    await user.click(remove('b.pdf'));
    const attach = screen.getByRole('button', { name: 'Attach a document' });
    await waitFor(() => expect(document.activeElement).toBe(attach));
  });
  it.each(['Second', 'First aid'])(
    '%s, and a file, stay when they are added while a message is stored',
    async (text) => {
      openMessages(`#${jonas}`, { 'POST /messages/create': fail(503, 'Busy.') });
      const draft = `message:${idOf(1)}:${jonas}`;
      const box = await findBox();
      const attach = (name: string) => {
        const files = [new File(['x'], name, { type: 'application/pdf' })];
        fireEvent.change(screen.getByLabelText('Attach a document', { selector: 'input' }), { target: { files } });
      };
      attach('first.pdf');
      fireEvent.change(box, { target: { value: 'First' } });
      fireEvent.keyDown(box, { key: 'Enter' });
      expect(box).toHaveProperty('value', '');
      fireEvent.change(box, { target: { value: text } });
      expect(readDraft(draft)).toBe(`First\n${text}`);
      attach('second.pdf');
      const elsewhere = screen.getByRole('button', { name: 'New message' });
      elsewhere.focus();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove first.pdf' })).toBeNull());
      expect(box).toHaveProperty('value', text);
      expect(readDraft(draft)).toBe(text);
      expect(document.activeElement).toBe(elsewhere);
      expect(screen.getByRole('button', { name: 'Remove second.pdf' })).toBeTruthy();
    },
  );
  it('shows a rejected message with buttons to retry and to discard it', async () => {
    const { user } = openMessages(`#${jonas}`, {
      'POST /messages/create': fail(403, 'You cannot send messages to this member.'),
    });
    await user.type(await findBox(), 'Hello{Enter}');
    expect(await screen.findByText(/Not sent\. You cannot send messages to this member\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Hello')).toBeNull();
  });
  it('does not offer to send again what the server rejects because of its files', async () => {
    const message = 'This file is damaged or incomplete.';
    const { user } = openMessages(`#${jonas}`, { 'POST /messages/create': fail(415, message) });
    await user.type(await findBox(), 'Look{Enter}');
    expect(await screen.findByText(`Not sent. ${message}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
  });
  it('keeps an unsent draft for each chat', async () => {
    const first = openMessages(`#${jonas}`);
    await first.user.type(await findBox(), 'Half a thought');
    first.unmount();
    openMessages(`#${jonas}`);
    expect(await findBox()).toHaveProperty('value', 'Half a thought');
  });
  it('marks visible messages as read, but none while the tab is hidden', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { requests } = openMessages(`#${jonas}`, {}, null, buildConversation({ unreadCount: 1, readSeq: 1 }));
    await screen.findByText('New messages');
    expect(requests.some(({ path }) => path === '/messages/read')).toBe(false);
    state.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({ path: '/messages/read', body: { user_id: jonas, seq: 2 } }),
    );
  });
  it('shows a placeholder for a deleted message and for a job that no longer exists', async () => {
    openMessages(`#${jonas}`, {
      'GET /messages': thread([
        buildMessage(1, { content: '', deleted: true }),
        buildMessage(2, { content: 'JOBAPPLIED' }),
      ]),
    });
    expect(await screen.findByText('Message deleted')).toBeTruthy();
    expect(screen.getByText('This job is no longer available.')).toBeTruthy();
  });
  it('deletes an own message after a confirmation', async () => {
    const own = buildMessage(2, { sender_id: idOf(1), receiver_id: jonas, content: 'Never mind' });
    const { user } = openMessages(`#${jonas}`, {
      'GET /messages': thread([buildMessage(1), own]),
      [`DELETE /messages/delete/${own._id}`]: ok({ _id: own._id, uniquekey: idOf(90), seq: 2 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Message menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete message' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    const region = screen.getByRole('region', { name: 'Messages with Jonas' });
    expect(await within(region).findByText('Message deleted')).toBeTruthy();
    expect(screen.queryByText('Never mind')).toBeNull();
    expect(document.activeElement).toBe(region);
  });
  it('keeps the focus on a message when older ones join its group, and in the chat when one is discarded', async () => {
    const older = deferred<FakeResponse>();
    const { user, store } = openMessages(`#${jonas}`, {
      'GET /messages': ({ search }) => (search.has('cursor') ? older.promise : thread([buildMessage(2)], 'older')),
      'POST /messages/create': fail(403, 'You cannot send messages to this member.'),
    });
    const menu = await screen.findByRole('button', { name: 'Menu of the received message' });
    menu.focus();
    act(() => void store.dispatch(loadOlder(jonas)));
    older.resolve(thread([buildMessage(1)]));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Menu of the received/ })).toHaveLength(2));
    expect(menu.isConnected).toBe(false);
    expect(document.activeElement?.closest('[data-row]')?.textContent).toContain('Message 2');
    await user.type(await findBox(), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(document.activeElement?.closest('[data-row]')?.textContent).toContain('Message 2'));
  });
  it('keeps the focus on Try again while older messages are loaded once more, then moves it to them', async () => {
    const pages: (FakeResponse | Promise<FakeResponse>)[] = [fail(503, 'Busy.')];
    const { user } = openMessages(`#${jonas}`, {
      'GET /messages': ({ search }) =>
        search.has('cursor') ? (pages.shift() ?? thread([buildMessage(1)])) : thread([buildMessage(2)], 'older'),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    const second = deferred<FakeResponse>();
    pages.push(second.promise);
    await user.click(retry);
    expect(document.activeElement).toBe(retry);
    await act(async () => second.resolve(fail(503, 'Still busy.')));
    expect(document.activeElement).toBe(retry);
    await user.click(retry);
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-row]')?.textContent ?? '').toContain('Message 1'),
    );
  });
  it('reports a received message and leaves it in place', async () => {
    const rude = buildMessage(1);
    const { user, requests } = openMessages(`#${jonas}`, {
      'GET /messages': thread([rude]),
      'POST /messages/report': ok({ message_id: rude._id }),
    });
    await user.click(await screen.findByRole('button', { name: 'Menu of the received message' }));
    await user.click(screen.getByRole('menuitem', { name: 'Report message' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'What is it?' }), 'Harassment');
    await user.click(dialog.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report this message' })).toBeNull());
    expect(requests.find(({ path }) => path === '/messages/report')?.body).toEqual({
      message_id: rude._id,
      category: 'harassment',
    });
    expect(screen.getByRole('button', { name: 'Menu of the received message' })).toBeTruthy();
  });
  it('offers a way back to the other chats when it cannot be loaded', async () => {
    const { user, place } = openMessages(`#${idOf(9)}`, {
      'GET /messages/conversation': fail(503, 'Busy.'),
      'GET /messages': fail(503, 'Busy.'),
    });
    await screen.findByText('Busy.');
    await user.click(screen.getByRole('button', { name: 'Back to your chats' }));
    await waitFor(() => expect(place()).not.toContain(idOf(9)));
  });
  it('shows a notice when the other member no longer exists', async () => {
    openMessages(`#${jonas}`, {
      'GET /messages/conversation': fail(404, 'Not found.'),
      'GET /messages': fail(404, 'Not found.'),
    });
    expect(await screen.findByText('This member is no longer here')).toBeTruthy();
  });
  it('has no composer when the other member has left', async () => {
    openMessages(`#${jonas}`, {}, null, buildConversation({ canMessage: false }));
    expect(await screen.findByText('You cannot write to this member any more.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});

it('A chat shows the member, the shared files and the conference panel with sample counts beside it', async () => {
  const { user } = openMessages(`#${jonas}`);
  await user.click(await screen.findByRole('button', { name: 'About Jonas' }));
  const side = screen.getByRole('dialog', { name: 'About this chat' });
  const profile = within(side).getByRole('link', { name: 'View Profile' });
  expect(profile.getAttribute('href')).toBe(`/results/view-profile/${jonas}`);
  expect(await within(side).findByText('Pictures and documents from this chat will appear here.')).toBeTruthy();
  const panel = within(side).getByRole('region', { name: 'Conference' });
  expect(
    within(panel)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['3', '1', '8']);
});
