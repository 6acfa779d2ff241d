import { defaultSwitches, MAX_FILTERS } from '@afterhours/contract/moderation/automation';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { FiltersPage } from '../pages/filters-page.tsx';

const filter = {
  _id: idOf(70),
  kind: 'words',
  effect: 'hold',
  places: ['posts'],
  note: 'No gambling',
  entries: ['casino', 'roulette'],
  updatedAt: '2026-03-01T20:00:00.000Z',
};
const none = { 'GET /staff/requests/count': ok({ count: 0 }) };
const automation = (filters: object[] = [filter]) => ok({ filters, ...defaultSwitches });
const path = `/staff/filters/${filter._id}`;

beforeEach(() => writeSession('abc', buildOwnUser({ staffRole: 'owner' })));

const show = (more: Parameters<typeof serve>[0] = {}) => {
  const requests = serve({ ...none, 'GET /staff/automation': automation(), ...more });
  return { requests, ...renderAt('/moderation/filters', () => <FiltersPage />) };
};

describe('The filters page', () => {
  it('shows a placeholder while it is loading', async () => {
    const { container } = show({ 'GET /staff/automation': () => new Promise(() => undefined) });
    expect(await screen.findByText('Loading the filters')).toBeTruthy();
    expect(container.querySelectorAll('main .bone')).toHaveLength(5);
  });

  it('adds a filter, with one entry per line', async () => {
    const { requests, user } = show({ 'POST /staff/filters': ok(filter) });
    const add = await screen.findByRole('button', { name: 'Add a filter' });
    // The button is above the filters, so that it stays in view with a hundred of them.
    expect(add.compareDocumentPosition(screen.getByText('No gambling'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(add);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Looks for' }), 'Links to sites');
    await user.type(
      await screen.findByRole('textbox', { name: /One per line/ }),
      'shop.example{Enter} {Enter}other.example',
    );
    await user.click(screen.getByRole('checkbox', { name: /Profiles/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please write the rule that members read.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /Rule/ }), 'No copied shops');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'domains',
      effect: 'hold',
      places: ['posts', 'comments', 'profiles'],
      note: 'No copied shops',
      entries: ['shop.example', 'other.example'],
    });
  });

  it('sends a new filter with the same key until there is a response', async () => {
    let response: FakeResponse = 'unreachable';
    const { requests, user } = show({ 'POST /staff/filters': () => response });
    await user.click(await screen.findByRole('button', { name: 'Add a filter' }));
    await user.type(await screen.findByRole('textbox', { name: /One per line/ }), 'casino');
    await user.type(screen.getByRole('textbox', { name: /Rule/ }), 'No gambling');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    response = ok(filter);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    const sent = requests.filter(({ method }) => method === 'POST');
    const [first, again] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/./);
    expect(again).toBe(first);
  });

  it('keeps the focus: in the form that opens, at what opened it, and near a row that is deleted', async () => {
    const other = { ...filter, _id: idOf(71), note: 'No lotteries' };
    let list = automation([filter, other]);
    const { user } = show({
      'GET /staff/automation': () => Promise.resolve(list),
      [`PUT ${path}`]: ok(filter),
      [`DELETE ${path}`]: ok(null),
    });
    const focused = () => document.activeElement;
    const edit = await screen.findByRole('button', { name: 'Change the filter No gambling' });
    edit.focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe(await screen.findByRole('combobox', { name: 'Looks for' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(focused()).toBe(screen.getByRole('button', { name: 'Change the filter No gambling' }));
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Change the filter No gambling' })));
    await user.click(screen.getByRole('button', { name: 'Add a filter' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(focused()).toBe(screen.getByRole('button', { name: 'Add a filter' }));
    await user.click(screen.getByRole('button', { name: 'Delete the filter No gambling' }));
    list = automation([other]);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Delete the filter No lotteries' })));
  });

  it('says that the limit is reached before anything is written', async () => {
    const filters = Array.from({ length: MAX_FILTERS }, (_, at) => ({ ...filter, _id: idOf(100 + at) }));
    const { user } = show({ 'GET /staff/automation': automation(filters) });
    const add = await screen.findByRole('button', { name: 'Add a filter' });
    expect(add.getAttribute('aria-disabled')).toBe('true');
    const note = screen.getByText('There are 100 filters. Delete one of them first.');
    expect(add.getAttribute('aria-describedby')).toBe(note.id);
    await user.click(add);
    expect(screen.queryByRole('combobox', { name: 'Looks for' })).toBeNull();
  });

  it('asks before changes are lost, by Cancel and by opening another filter', async () => {
    const other = { ...filter, _id: idOf(71), note: 'No lotteries' };
    const { user } = show({ 'GET /staff/automation': automation([filter, other]) });
    await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
    const entries = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /One per line/ });
    await user.type(entries, '{Enter}lottery');
    const answer = async (name: string) => {
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }));
      await user.click(question.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    for (const name of ['Cancel', 'Add a filter', 'Change the filter No lotteries']) {
      await user.click(screen.getByRole('button', { name }));
      await answer('Keep editing');
      expect(entries.isConnected).toBe(true);
      expect(document.activeElement).toBe(screen.getByRole('button', { name }));
    }
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answer('Discard');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the filter No gambling' }));
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps what is written when the page is left, until it is saved or discarded', async () => {
    const entries = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /One per line/ });
    const write = async (open: string, text: string) => {
      const { user, unmount } = show();
      await user.click(await screen.findByRole('button', { name: open }));
      await user.type(await entries(), text);
      unmount();
    };
    await write('Add a filter', 'lottery');
    const scroll = vi.fn();
    Element.prototype.scrollIntoView = scroll;
    const { user } = show({ 'POST /staff/filters': ok(filter) });
    expect((await entries()).value).toBe('lottery');
    expect(scroll.mock.contexts).toEqual([(await entries()).form]);
    // No button was pressed to open this form, so it does not take the focus.
    expect(document.activeElement?.tagName).not.toBe('SELECT');
    await user.type(screen.getByRole('textbox', { name: /Rule/ }), 'No lotteries');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(countUnsent(buildOwnUser()._id).drafts).toBe(0));
    cleanup();
    await write('Change the filter No gambling', '{Enter}lottery');
    const { user: owner } = show();
    expect((await entries()).value).toBe('casino\nroulette\nlottery');
    await owner.click(screen.getByRole('button', { name: 'Cancel' }));
    await owner.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(countUnsent(buildOwnUser()._id).drafts).toBe(0);
    await owner.keyboard('{Enter}');
    expect(document.activeElement).toBe(await screen.findByRole('combobox', { name: 'Looks for' }));
  });

  it('shows what another owner has changed in the meantime, and offers a deleted filter as a new one', async () => {
    const { user, unmount } = show();
    await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
    await user.type(await screen.findByRole('textbox', { name: /One per line/ }), '{Enter}lottery');
    unmount();
    const later = { ...filter, entries: ['poker'], effect: 'flag', updatedAt: '2026-03-01T21:00:00.000Z' };
    const changed = show({ 'GET /staff/automation': automation([later]) });
    expect(await screen.findByText('1 line: poker')).toBeTruthy();
    expect(screen.getByText(/Somebody else has changed this filter/)).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'What happens' }).value).toBe('flag');
    changed.unmount();
    show({ 'GET /staff/automation': automation([]) });
    const entries = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /One per line/ });
    expect(entries.value).toBe('casino\nroulette\nlottery');
    expect(screen.queryByRole('button', { name: 'Add a filter' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Rule/ }).value).toBe('No gambling');
    expect(screen.queryByText(/Somebody else has changed this filter/)).toBeNull();
  });

  it('shows a server-side error at its field', async () => {
    const problem = '“co.uk” is not a domain like shop.example, or is shared by many sites.';
    const refused = fail(422, problem, { errors: [{ field: 'entries', message: problem }] });
    const { user } = show({ [`PUT ${path}`]: refused });
    await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(problem)).toBeTruthy();
  });

  it('shows what somebody else has saved in the meantime, and replaces it only when it is saved again', async () => {
    const later = { ...filter, entries: ['casino', 'poker'], updatedAt: '2026-03-01T21:00:00.000Z' };
    let [list, saving] = [automation(), fail(409, 'Somebody else has changed this filter.')];
    const { requests, user } = show({
      'GET /staff/automation': () => Promise.resolve(list),
      [`PUT ${path}`]: () => Promise.resolve(saving),
    });
    await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
    await user.type(await screen.findByRole('textbox', { name: /One per line/ }), '{Enter}lottery');
    list = automation([later]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('2 lines: casino, poker')).toBeTruthy();
    const entries = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /One per line/ });
    expect(entries.value).toBe('casino\nroulette\nlottery');
    saving = ok(later);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    const sent = requests.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
    expect(sent).toMatchObject([{ updatedAt: filter.updatedAt }, { updatedAt: later.updatedAt }]);
  });

  it('keeps what is written about a filter that another owner has deleted, and adds it if saved again', async () => {
    const other = { ...filter, _id: idOf(71), note: 'No lotteries' };
    let list = automation([filter, other]);
    const { requests, user } = show({
      'GET /staff/automation': () => Promise.resolve(list),
      [`PUT ${path}`]: fail(404, 'This filter no longer exists.'),
      'POST /staff/filters': ok(filter),
    });
    const edit = async () => {
      await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
      await user.type(await screen.findByRole('textbox', { name: /One per line/ }), '{Enter}lottery');
      list = automation([other]);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await screen.findByText('This filter no longer exists. Save again to add it as a new filter.');
    };
    await edit();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('No gambling')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change'));
    list = automation([filter, other]);
    document.dispatchEvent(new Event('visibilitychange'));
    await edit();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    const added = requests.find(({ method, path: at }) => method === 'POST' && at === '/staff/filters');
    expect(added?.body).toMatchObject({ note: 'No gambling', entries: ['casino', 'roulette', 'lottery'] });
  });

  it('keeps what is written in an open form when a switch can neither be stored nor loaded again', async () => {
    let list: ReturnType<typeof ok> = automation();
    const { user, requests } = show({
      'GET /staff/automation': () => Promise.resolve(list),
      'PUT /staff/automation': 'unreachable',
    });
    await user.click(await screen.findByRole('button', { name: 'Change the filter No gambling' }));
    await user.type(await screen.findByRole('textbox', { name: /One per line/ }), '{Enter}lottery');
    list = 'unreachable';
    await user.click(screen.getByRole('switch', { name: 'Limit new members' }));
    await waitFor(() => expect(requests.filter(({ path: at }) => at === '/staff/automation')).toHaveLength(3));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Limit new members' })).toBeTruthy());
    const entries = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /One per line/ });
    expect(entries.value).toBe('casino\nroulette\nlottery');
  });

  it('deletes a filter after a confirmation, and switches the other holds and limits', async () => {
    const { requests, user } = show({
      [`DELETE ${path}`]: ok(null),
      'PUT /staff/automation': ok({ ...defaultSwitches, newMembers: true }),
    });
    await user.click(await screen.findByRole('switch', { name: 'Limit new members' }));
    await waitFor(() => expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ newMembers: true }));
    await user.click(screen.getByRole('button', { name: 'Delete the filter No gambling' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this filter?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
