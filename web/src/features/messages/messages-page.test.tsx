import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { type Answer, deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { MessagesPage } from './pages/messages-page.tsx';
import { messageArrived } from './state/message-slice.ts';

const jonas = idOf(2);
const mira = buildConversation({
  uniquekey: idOf(91),
  other_user_id: idOf(3),
  otherUserDetail: { ...buildConversation().otherUserDetail, _id: idOf(3), firstName: 'Mira', lastName: 'Lind' },
  pinned: true,
  status: 1,
});
const paging = { page: null, limit: 20, nextCursor: null, unreadMessages: 0 };
const thread = (messages = [buildMessage(1), buildMessage(2)]) =>
  ok(messages, {
    limit: 30,
    nextCursor: null,
    more: false,
    uniquekey: idOf(90),
    lastSeq: messages.at(-1)?.seq ?? 0,
    readSeq: 2,
    otherReadSeq: 0,
    otherDeliveredSeq: 0,
    unreadMessages: 0,
  });

let toasted: Mock<typeof toast.error>;

beforeEach(() => {
  toast.remove();
  toasted = vi.spyOn(toast, 'error');
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
});

type Answers = Parameters<typeof serve>[0];

function open(hash: string, answers: Answers = {}, state: unknown = null, jonasChat = buildConversation()) {
  const asked = serve({
    'GET /connections/getAllMessageConnections': ({ search }) =>
      ok(search.get('pinned') === 'true' ? [mira] : [jonasChat], paging),
    'GET /messages/conversation': ok(jonasChat),
    'GET /messages': thread(),
    'GET /messages/files': ok([], { page: null, limit: 12, nextCursor: null }),
    'GET /users': ok([], { page: null, limit: 20, nextCursor: null }),
    'PUT /messages/read': ok({ uniquekey: idOf(90), readSeq: 2, unreadCount: 0 }, { unreadMessages: 0 }),
    ...answers,
  });
  const at = { pathname: '/Messages', hash, state };
  const drawn = renderAt(at, () => (
    <>
      <MessagesPage />
      <Toaster />
    </>
  ));
  return { ...drawn, asked };
}

const section = (name: string) => screen.findByRole('region', { name });
const box = () => screen.findByRole('textbox', { name: 'Message to Jonas' });
const send = () => screen.getByRole('button', { name: 'Send' });

describe('The list', () => {
  it('has the pinned and the recent chats, with the last message and what is unread', async () => {
    const unread = buildConversation({ unreadCount: 3 });
    open('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        ok(search.get('pinned') === 'true' ? [mira] : [unread], paging),
    });
    expect(within(await section('Pinned')).getByRole('link').textContent).toContain('Mira Lind');
    const row = within(await section('Recent')).getByRole('link');
    expect(row.textContent).toMatch(/Jonas Weber.*Message 2.*3 unread/);
    expect(screen.getByText('Please select user to send message.')).toBeTruthy();
  });
  it('moves a chat when it is pinned, and back when that was refused', async () => {
    const answer = deferred<Answer>();
    const { user } = open('', { 'PUT /pinUser': () => answer.promise });
    await user.click(await screen.findByRole('button', { name: 'Menu of the chat with Jonas' }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull());
    expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Pinned');
    answer.resolve(fail(503, 'Busy.'));
    expect(within(await section('Recent')).getByRole('link').textContent).toContain('Jonas');
  });
  it('is searched by the word in its box', async () => {
    const { user, asked } = open('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        ok(search.get('keyword') || search.get('pinned') === 'true' ? [] : [buildConversation()], paging),
    });
    await section('Recent');
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'zoe');
    expect(await screen.findByText('No chat found')).toBeTruthy();
    expect(asked.at(-1)?.search.get('keyword')).toBe('zoe');
  });
  it('says when there is none, and when it could not be loaded', async () => {
    let answer: Answer = fail(503, 'Busy.');
    const { user } = open('', { 'GET /connections/getAllMessageConnections': () => answer });
    await screen.findByText('Busy.');
    answer = ok([], paging);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No chats yet')).toBeTruthy();
  });
  it('keeps the chats that it has when it cannot be loaded anew, and has one way to try again', async () => {
    let isDown = false;
    const { user } = open('', {
      'GET /connections/getAllMessageConnections': ({ search }) =>
        isDown ? fail(503, 'Busy.') : ok(search.get('pinned') === 'true' ? [mira] : [buildConversation()], paging),
    });
    await section('Recent');
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
  it('deletes a chat after a question', async () => {
    const { user } = open('', {
      'PUT /messages/deleteChat': ok({ user_id: jonas, uniquekey: idOf(90) }, { unreadMessages: 0 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Menu of the chat with Jonas' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete chat' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete the chat with Jonas?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull());
  });
});

describe('A chat', () => {
  it('has a name, days, clocks and what the other looks like', async () => {
    open(`#${jonas}`);
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Mar 01, 2026' })).toBeTruthy();
    const region = screen.getByRole('region', { name: 'Messages with Jonas' });
    expect(region.querySelector('[data-seq] time')?.textContent).toMatch(/^\d\d:\d\d$/);
  });
  it.each([
    ['', 'Please enter a message or upload an image'],
    ['   ', 'Please enter a message'],
  ])('sends nothing for %j, and says so at the top right', async (text, message) => {
    const { user, asked } = open(`#${jonas}`);
    if (text) await user.type(await box(), text);
    else await box();
    await user.click(send());
    expect(toasted).toHaveBeenCalledWith(message, expect.objectContaining({ position: 'top-right' }));
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('shows a message that arrived while its page, read before that, was on its way', async () => {
    const before = deferred<Answer>();
    const late = buildMessage(1, { content: 'Just in time' });
    const { store, asked } = open(`#${jonas}`, {
      'GET /messages': ({ search }) => (search.has('after') ? thread([late]) : before.promise),
    });
    await waitFor(() => expect(asked.some(({ path }) => path === '/messages')).toBe(true));
    act(() => void store.dispatch(messageArrived({ userId: jonas, message: late, own: false })));
    before.resolve(thread([]));
    const region = await screen.findByRole('region', { name: 'Messages with Jonas' });
    expect(await within(region).findByText('Just in time')).toBeTruthy();
  });
  it('takes Enter for sending and Shift and Enter for a new line; Send rests until the message is there', async () => {
    const answer = deferred<Answer>();
    const { user, asked } = open(`#${jonas}`, { 'POST /messages/create': () => answer.promise });
    await user.type(await box(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(await screen.findByText('Sending…')).toBeTruthy();
    expect(send().getAttribute('aria-disabled')).toBe('true');
    expect(asked.at(-1)?.body).toMatchObject({ content: 'One\ntwo', receiver_id: jonas });
    answer.resolve(ok(buildMessage(3, { sender_id: idOf(1), receiver_id: jonas, content: 'One\ntwo' })));
    await waitFor(() => expect(send().getAttribute('aria-disabled')).toBeNull());
    expect((await box()).textContent).toBe('');
    expect(screen.getByTitle('Sent')).toBeTruthy();
  });
  it('shows what was refused, with a way to try again and one to let it go', async () => {
    const { user } = open(`#${jonas}`, {
      'POST /messages/create': fail(403, 'You cannot send messages to this member.'),
    });
    await user.type(await box(), 'Hello{Enter}');
    expect(await screen.findByText(/Not sent\. You cannot send messages to this member\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Hello')).toBeNull();
  });
  it('keeps what was not sent yet, for each chat', async () => {
    const first = open(`#${jonas}`);
    await first.user.type(await box(), 'Half a thought');
    first.unmount();
    open(`#${jonas}`);
    expect(await box()).toHaveProperty('value', 'Half a thought');
  });
  it('marks as read what is seen, and nothing while the tab is hidden', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { asked } = open(`#${jonas}`, {}, null, buildConversation({ unreadCount: 1, readSeq: 1 }));
    await screen.findByText('New messages');
    expect(asked.some(({ path }) => path === '/messages/read')).toBe(false);
    state.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ path: '/messages/read', body: { user_id: jonas, seq: 2 } }),
    );
  });
  it('says that a message was deleted, and that a job is no longer there', async () => {
    open(`#${jonas}`, {
      'GET /messages': thread([
        buildMessage(1, { content: '', deleted: true }),
        buildMessage(2, { content: 'JOBAPPLIED' }),
      ]),
    });
    expect(await screen.findByText('Message deleted')).toBeTruthy();
    expect(screen.getByText('This job is no longer there.')).toBeTruthy();
  });
  it('deletes an own message after a question', async () => {
    const own = buildMessage(2, { sender_id: idOf(1), receiver_id: jonas, content: 'Never mind' });
    const { user } = open(`#${jonas}`, {
      'GET /messages': thread([buildMessage(1), own]),
      [`DELETE /messages/delete/${own._id}`]: ok({ _id: own._id, uniquekey: idOf(90), seq: 2 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Message menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete message' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    const region = screen.getByRole('region', { name: 'Messages with Jonas' });
    expect(await within(region).findByText('Message deleted')).toBeTruthy();
    expect(screen.queryByText('Never mind')).toBeNull();
  });
  it('reports a received message, which stays where it is', async () => {
    const rude = buildMessage(1);
    const { user, asked } = open(`#${jonas}`, {
      'GET /messages': thread([rude]),
      'POST /messages/report': ok({ message_id: rude._id }),
    });
    await user.click(await screen.findByRole('button', { name: 'Menu of the message' }));
    await user.click(screen.getByRole('menuitem', { name: 'Report message' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'What is it?' }), 'Harassment');
    await user.click(dialog.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report this message' })).toBeNull());
    expect(asked.find(({ path }) => path === '/messages/report')?.body).toEqual({
      message_id: rude._id,
      category: 'harassment',
    });
    expect(screen.getByRole('button', { name: 'Menu of the message' })).toBeTruthy();
  });
  it('with somebody who is gone says so', async () => {
    open(`#${jonas}`, {
      'GET /messages/conversation': fail(404, 'Not found.'),
      'GET /messages': fail(404, 'Not found.'),
    });
    expect(await screen.findByText('This member is not here any more')).toBeTruthy();
  });
  it('takes no message when the other has left', async () => {
    open(`#${jonas}`, {}, null, buildConversation({ canMessage: false }));
    expect(await screen.findByText('You cannot write to this member any more.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});

it('A chat has its member, its files and the conference panel with sample counts beside it', async () => {
  const { user } = open(`#${jonas}`);
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

describe('Other pages open a chat', () => {
  it('with a person', async () => {
    open('', {}, { defaultUser: buildConversation().otherUserDetail });
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
  });
  it('with a conversation', async () => {
    const { asked } = open('', {}, { openConversation: true, connectionId: idOf(90) });
    expect(await screen.findByRole('heading', { name: 'Chat with Jonas Weber' })).toBeTruthy();
    expect(asked.some(({ search }) => search.get('uniquekey') === idOf(90))).toBe(true);
  });
});

describe('The pane of a new message', () => {
  it('asks for words first, then for somebody', async () => {
    const { user } = open('#new');
    const area = await screen.findByPlaceholderText('Write your message');
    expect(area.getAttribute('rows')).toBe('4');
    await user.click(send());
    expect(toasted.mock.calls[0]?.[0]).toBe('This field is required');
    await user.type(area, 'Good evening');
    await user.click(send());
    expect(toasted.mock.calls[1]).toEqual([
      'Please select user to send message',
      expect.objectContaining({ position: 'top-right' }),
    ]);
  });
  it('sends by Enter and begins a line by Shift and Enter, as chats do', async () => {
    const { user } = open('#new');
    const area = await screen.findByPlaceholderText('Write your message');
    await user.type(area, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(area).toHaveProperty('value', 'One\ntwo');
    expect(toasted.mock.calls[0]?.[0]).toBe('Please select user to send message');
  });
});
