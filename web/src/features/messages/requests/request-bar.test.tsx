import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok } from '#testing/fake-server.ts';
import { jonas, openMessages } from '#testing/messages-page.tsx';
import { conversationGone } from '../state/message-slice.ts';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

const request = buildConversation({ request: 'waiting' });
const { uniquekey } = request;
const responses = {
  'GET /messages/requests': ok([], { page: null, limit: 20, nextCursor: null, waiting: 1 }),
  [`POST /messages/requests/${uniquekey}`]: ok({ _id: uniquekey, user_id: jonas, request: 'ignored' }),
};

it.each(['its bar', 'the menu of its message'])(
  'A request that is reported in %s is ignored by that',
  async (place) => {
    let reported = false;
    const { user, requests } = openMessages(
      `#${jonas}`,
      {
        ...responses,
        'GET /messages/conversation': () => ok({ ...request, request: reported ? 'ignored' : 'waiting' }),
        'POST /messages/report': () => {
          reported = true;
          return ok({ message_id: idOf(702) });
        },
      },
      null,
      request,
    );
    const report = await screen.findByRole('button', { name: 'Report' });
    if (place === 'its bar') await user.click(report);
    else {
      await user.click(
        (await screen.findAllByRole('button', { name: 'Menu of the received message' }))[0] as HTMLElement,
      );
      await user.click(screen.getByRole('menuitem', { name: 'Report message' }));
    }
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }));
    await user.click(dialog.getByRole('button', { name: 'Report' }));
    const answers = () => requests.filter(({ path }) => path === `/messages/requests/${uniquekey}`);
    const bar = within(screen.getByRole('region', { name: 'Request from Jonas' }));
    await bar.findByRole('button', { name: 'Restore' });
    expect(answers()).toEqual([]);
    // One toast, for the report: others would cover the buttons of the bar on a phone.
    expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
    await user.click(bar.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(answers().map(({ body }) => body)).toEqual([{ action: 'restore' }]));
  },
);

it('A request that is ignored can be restored in its bar, which no toast covers', async () => {
  let state = 'waiting';
  const { user } = openMessages(
    `#${jonas}`,
    {
      ...responses,
      'GET /messages/conversation': () => ok({ ...request, request: state }),
      [`POST /messages/requests/${uniquekey}`]: ({ body }) => {
        state = (body as { action: string }).action === 'ignore' ? 'ignored' : 'waiting';
        return ok({ _id: uniquekey, user_id: jonas, request: state });
      },
    },
    null,
    request,
  );
  await user.click(await screen.findByRole('button', { name: 'Ignore' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await screen.findByRole('button', { name: 'Ignore' });
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

it('A request is marked as read once it is accepted, not before', async () => {
  let accepted = false;
  const { user, requests } = openMessages(
    `#${jonas}`,
    {
      ...responses,
      'GET /messages/conversation': () => ok(accepted ? { ...request, request: null, unreadCount: 1 } : request),
      [`POST /messages/requests/${uniquekey}`]: () => {
        accepted = true;
        return ok({ _id: uniquekey, user_id: jonas, request: null });
      },
    },
    null,
    request,
  );
  const marked = () => requests.filter(({ path }) => path === '/messages/read');
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByRole('textbox', { name: 'Message to Jonas' });
  await waitFor(() => expect(marked()).toHaveLength(1));
  expect(requests.findIndex(({ path }) => path.startsWith('/messages/requests/'))).toBeLessThan(
    requests.findIndex(({ path }) => path === '/messages/read'),
  );
});

it('A request whose sender is blocked makes room for a way back, which has the focus', async () => {
  let blocked = false;
  const { user, store } = openMessages(
    `#${jonas}`,
    {
      ...responses,
      'POST /users/block': () => {
        blocked = true;
        return ok({ blocked: true });
      },
      'GET /messages/conversation': () => (blocked ? fail(404, 'Not found.') : ok(request)),
    },
    null,
    request,
  );
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // The server has announced the block.
  act(() => void store.dispatch(conversationGone(jonas)));
  await screen.findByText('This member is no longer here');
  const back = screen.getByRole('button', { name: 'Back to your chats' });
  await waitFor(() => expect(document.activeElement).toBe(back));
  await user.click(back);
  // There is no row to return to.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('A request that is opened where the list is hidden has the focus at its way back', async () => {
  openMessages(`#${jonas}`, responses, null, request);
  await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back to your chats' })));
});

it('A request that is accepted on a touch screen passes the focus on, instead of opening the keyboard', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  let accepted = false;
  const { user } = openMessages(
    `#${jonas}`,
    {
      ...responses,
      'GET /messages/conversation': () => ok(accepted ? { ...request, request: null } : request),
      [`POST /messages/requests/${uniquekey}`]: () => {
        accepted = true;
        return ok({ _id: uniquekey, user_id: jonas, request: null });
      },
    },
    null,
    request,
  );
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByRole('textbox', { name: 'Message to Jonas' });
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Attach a document'));
});
