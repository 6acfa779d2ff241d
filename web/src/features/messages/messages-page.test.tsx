import { screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok } from '#testing/fake-server.ts';
import { findSection, jonas, mira, openMessages, paging, sendButton } from '#testing/messages-page.tsx';

let toasted: Mock<typeof toast.error>;

beforeEach(() => {
  toast.remove();
  toasted = vi.spyOn(toast, 'error');
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
});

describe('The list of chats', () => {
  it('shows the pinned and the recent chats, with the last message and the unread count', async () => {
    const unread = buildConversation({ unreadCount: 3 });
    openMessages('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        ok(search.get('pinned') === 'true' ? [mira] : [unread], paging),
    });
    expect(within(await findSection('Pinned')).getByRole('link').textContent).toContain('Mira Lind');
    const row = within(await findSection('Recent')).getByRole('link');
    expect(row.textContent).toMatch(/Jonas Weber.*Message 2.*3 unread/);
    expect(screen.getByText('Please select user to send message.')).toBeTruthy();
  });
  it('moves a chat when it is pinned, and back when the server rejects it', async () => {
    const response = deferred<FakeResponse>();
    const { user } = openMessages('', { 'PUT /pinUser': () => response.promise });
    await user.click(await screen.findByRole('button', { name: 'Menu of the chat with Jonas Weber' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull());
    expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Pinned');
    response.resolve(fail(503, 'Busy.'));
    expect(within(await findSection('Recent')).getByRole('link').textContent).toContain('Jonas');
  });
  it('is one stop of the Tab key, in which the arrow keys lead to the other chats', async () => {
    const { user } = openMessages('');
    const [first, second] = [
      within(await findSection('Pinned')).getByRole('link'),
      within(await findSection('Recent')).getByRole('link'),
    ];
    screen.getByRole('link', { name: 'Requests' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(first);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Menu of the chat with Mira/ }));
    await user.tab();
    expect(document.activeElement?.closest('[data-row]')).toBeNull();
    first.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Requests' }));
  });
  it('can be searched', async () => {
    const { user, requests } = openMessages('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        ok(search.get('keyword') || search.get('pinned') === 'true' ? [] : [buildConversation()], paging),
    });
    await findSection('Recent');
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'zoe');
    expect(await screen.findByText('No chat found')).toBeTruthy();
    expect(requests.at(-1)?.search.get('keyword')).toBe('zoe');
  });
  it('shows that there are no chats, and that loading them failed', async () => {
    let response: FakeResponse = fail(503, 'Busy.');
    const { user } = openMessages('', { 'GET /connections/getAllMessageConnections': () => response });
    await screen.findByText('Busy.');
    response = ok([], paging);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No chats yet')).toBeTruthy();
  });
  it('keeps the loaded chats when a reload fails, and has one retry button', async () => {
    let isDown = false;
    const { user } = openMessages('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        isDown ? fail(503, 'Busy.') : ok(search.get('pinned') === 'true' ? [mira] : [buildConversation()], paging),
    });
    await findSection('Recent');
    isDown = true;
    const box = screen.getByRole('searchbox', { name: 'Find' });
    await user.type(box, 'z');
    await screen.findByText('Busy.');
    await user.clear(box);
    await waitFor(() => expect(screen.getAllByRole('link', { name: /Mira|Jonas/ })).toHaveLength(2));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Busy.')).toBeNull());
  });
  it('deletes a chat after a confirmation', async () => {
    const { user } = openMessages('', {
      'PUT /messages/deleteChat': ok({ user_id: jonas, uniquekey: idOf(90) }, { unreadMessages: 0 }),
    });
    await user.click(await screen.findByRole('button', { name: /^Menu of the chat with Jonas/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete chat' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete the chat with Jonas?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull());
  });
  it('gives the focus to the chat that takes the place of a deleted one', async () => {
    const response = deferred<FakeResponse>();
    const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
    const recent = names.map((firstName, at) => ({
      ...buildConversation({ other_user_id: idOf(20 + at), uniquekey: idOf(80 + at) }),
      otherUserDetail: { ...buildConversation().otherUserDetail, _id: idOf(20 + at), firstName },
    }));
    const { user } = openMessages('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        ok(search.get('pinned') === 'true' ? [] : recent, paging),
      'PUT /messages/deleteChat': () => response.promise,
    });
    await user.click(await screen.findByRole('button', { name: /^Menu of the chat with Ben/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete chat' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    response.resolve(ok({ user_id: idOf(21), uniquekey: idOf(81) }, { unreadMessages: 0 }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Menu of the chat with Ben/ })).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('Cleo'));
  });
});

describe('A link from another page opens the chat', () => {
  it('with a person', async () => {
    openMessages('', {}, { defaultUser: buildConversation().otherUserDetail });
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
  });
  it('with a conversation', async () => {
    const { requests } = openMessages('', {}, { openConversation: true, connectionId: idOf(90) });
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
    expect(requests.some(({ search }) => search.get('uniquekey') === idOf(90))).toBe(true);
  });
});

describe('The new message pane', () => {
  it('requires a text first, then a receiver', async () => {
    const { user } = openMessages('#new');
    const area = await screen.findByPlaceholderText('Write your message');
    expect(area.getAttribute('rows')).toBe('4');
    await user.click(sendButton());
    expect(toasted.mock.calls[0]?.[0]).toBe('This field is required');
    await user.type(area, 'Good evening');
    await user.click(sendButton());
    expect(toasted.mock.calls[1]).toEqual([
      'Please select user to send message',
      expect.objectContaining({ position: 'top-right' }),
    ]);
  });
  it('says if more members could not be loaded, and loads them on request', async () => {
    const found = (_id: string, firstName: string, nextCursor: string | null) =>
      ok([{ ...buildConversation().otherUserDetail, _id, firstName }], { ...paging, nextCursor });
    let isDown = true;
    const { user } = openMessages('#new', {
      'GET /users': ({ search }) => {
        if (!search.get('cursor')) return found(idOf(21), 'Ben', 'next');
        return isDown ? fail(503, 'Busy.') : found(idOf(22), 'Cleo', null);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'See more' }));
    expect(await screen.findByText('Busy.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Cleo/ })).toBeTruthy();
  });
  it('sends on Enter and breaks the line on Shift+Enter, as chats do', async () => {
    const { user } = openMessages('#new');
    const area = await screen.findByPlaceholderText('Write your message');
    await user.type(area, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(area).toHaveProperty('value', 'One\ntwo');
    expect(toasted.mock.calls[0]?.[0]).toBe('Please select user to send message');
  });
});
