import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readUser, writeSession } from '#lib/session-storage.ts';
import { buildExperience, buildGoal, buildOwnUser } from '#testing/build.ts';
import { type Answer, deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { UpdateProfile } from './components/update-profile.tsx';
import { contentReceived } from './content.ts';
import type { EditorName } from './editing.ts';
import { useEditors } from './use-editors.tsx';

const me = buildOwnUser({ phone: '1234567890', dob: '03-04-1991', gender: 'female', country: 'Portugal' });
const experience = buildExperience(1);
const goal = buildGoal(1);

beforeEach(() => {
  toast.remove();
  writeSession('abc', me);
});

function Opener({ editor, id }: { editor: EditorName; id?: string }) {
  const { edit, editors } = useEditors();
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => edit({ editor, ...(id ? { id } : {}) })}>
        Open
      </button>
      {editors}
      <Toaster />
    </main>
  );
}

/** Opens a dialog over a profile that holds a goal and an experience. */
async function open(editor: EditorName, id?: string) {
  const drawn = renderAt('/Profile', (store) => {
    const content = { bio: 'Clay.', goals: [goal], skills: [], educations: [], experiences: [experience] };
    store.dispatch(contentReceived({ userId: me._id, content }));
    return <Opener editor={editor} {...(id ? { id } : {})} />;
  });
  await drawn.user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog');
  const save = () => drawn.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const fill = async (label: RegExp, text: string) => {
    const field = within(dialog).getByLabelText(label);
    await drawn.user.clear(field);
    if (text) await drawn.user.type(field, text);
  };
  return { ...drawn, dialog, save, closed, fill };
}

const errorsOf = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map((field) => [
      field.name,
      document.getElementById(`${field.id}-error`)?.textContent,
    ]),
  );

const required = 'This field is required';

describe('what is required', () => {
  it.each([
    ['goals', { title: required, type: required, description: required }],
    ['skills', { title: 'This field will be required' }],
    ['educations', { title: required, school: required, startDate: required, endDate: required }],
    [
      'experiences',
      { title: required, company_name: required, location: required, startDate: required, endDate: required },
    ],
  ] as const)('%s: each field says so, the first has the focus, nothing is sent', async (editor, errors) => {
    const asked = serve({});
    const { dialog, save } = await open(editor);
    await save();
    expect(errorsOf(dialog)).toEqual(errors);
    expect((document.activeElement as HTMLInputElement).name).toBe('title');
    expect(asked).toHaveLength(0);
  });

  it('profile: names, phone, birth, gender and country with their words', async () => {
    serve({});
    writeSession('abc', buildOwnUser({ lastName: 'Reyes' }));
    const { dialog, save, fill } = await open('profile');
    await fill(/First name/, '');
    await fill(/Last name/, '');
    await save();
    expect(errorsOf(dialog)).toEqual({
      firstName: 'Fullname is required.',
      lastName: 'Lastname is required.',
      phone: 'Phone number is required.',
      dob: 'DOB is required.',
      gender: 'Gender is required.',
      country: 'Country is required.',
    });
    expect((document.activeElement as HTMLInputElement).name).toBe('firstName');
  });

  it('profile: a country from before there was a list stays as long as it is not changed', async () => {
    const own = { dob: '01-01-1990', gender: 'female' as const, phone: '1234567890', country: 'Ger' };
    writeSession('abc', buildOwnUser(own));
    const asked = serve({ 'PUT /updateProfile': ok(buildOwnUser(own)) });
    const { save, fill } = await open('profile');
    await fill(/First name/, 'Anna');
    await fill(/Phone number/, '+49 (170) 123-45-67');
    await save();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({ firstName: 'Anna', phone: '491701234567' });
    expect(asked[0]?.body).not.toHaveProperty('country');
  });

  it('profile: a country is one of the list', async () => {
    serve({});
    const { dialog, save, fill } = await open('profile');
    await fill(/Country/, 'Ger');
    await save();
    expect(errorsOf(dialog).country).toBe('Please choose a country from the list.');
  });

  it.each([
    ['123', 'Invalid Phone Number.'],
    ['12345678ab', 'Phone number is not valid'],
  ])('profile: the phone %s', async (phone, message) => {
    serve({});
    const { dialog, save, fill } = await open('profile');
    await fill(/Phone number/, phone);
    await save();
    expect(errorsOf(dialog)).toEqual({ phone: message });
  });
});

describe('periods', () => {
  it.each(['educations', 'experiences'] as const)('%s: the end is not before the start', async (editor) => {
    serve({});
    const { dialog, save, fill } = await open(editor);
    for (const label of [/^Title/, /School|Company name/]) await fill(label, 'A');
    if (editor === 'experiences') await fill(/^Location \*/, 'A');
    await fill(/Start date/, '2021-02-01');
    await fill(/End date/, '2020-02-01');
    await save();
    expect(errorsOf(dialog)).toEqual({ endDate: 'End Date must be later than or equal to Start Date' });
  });

  it('currently working hides the end date, and sends none', async () => {
    const saved = { ...experience, currently_working: true, endDate: null };
    const asked = serve({ 'PUT /experience/update': ok(saved) });
    const { dialog, user, save, closed, store } = await open('experiences', experience._id);
    expect(within(dialog).getByLabelText(/End date/)).toBeTruthy();
    await user.click(within(dialog).getByLabelText('I am currently working here'));
    expect(within(dialog).queryByLabelText(/End date/)).toBeNull();
    await save();
    await closed();
    expect(asked[0]?.body).toMatchObject({ _id: experience._id, currently_working: true, endDate: '' });
    expect(store.getState().profile?.experiences[me._id]?.[0]?.currently_working).toBe(true);
  });
});

describe('a dialog', () => {
  it('asks before it leaves what is not saved, and comes back empty once it is left', async () => {
    serve({});
    const { user, dialog, fill } = await open('goals');
    await fill(/^Title/, 'Half a thought');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByDisplayValue('Half a thought')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Open');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Title/)).value).toBe('');
  });

  it('leaves at once what was not changed', async () => {
    serve({});
    const { user, closed } = await open('goals', goal._id);
    await user.keyboard('{Escape}');
    await closed();
  });

  it('sends once, however often it is pressed', async () => {
    const answer = deferred<Answer>();
    const asked = serve({ [`PUT /goal/update/${goal._id}`]: () => answer.promise });
    const { save, closed, fill } = await open('goals', goal._id);
    await fill(/^Title/, 'Another');
    await save();
    await save();
    answer.resolve(ok({ ...goal, title: 'Another' }));
    await closed();
    expect(asked).toHaveLength(1);
  });

  it.each(['skills', 'goals'] as const)('shows what the server refuses below the form: %s', async (editor) => {
    serve({ 'POST /skill/create': fail(409, 'No room.'), 'POST /goal/create': fail(409, 'No room.') });
    const { dialog, user, save, fill } = await open(editor);
    await fill(/^(Title|Skill)/, 'Glazing');
    if (editor === 'goals') {
      await user.selectOptions(within(dialog).getByLabelText(/Type/), 'short');
      await fill(/Description/, 'Soon');
    }
    await save();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('No room.');
    expect(within(dialog).getByDisplayValue('Glazing')).toBeTruthy();
  });

  it('shows what the server says of a field at that field', async () => {
    const errors = [{ field: 'username', message: 'That username is already taken.' }];
    serve({ 'PUT /updateProfile': fail(409, 'That username is already taken.', { errors }) });
    const { dialog, save, fill } = await open('profile');
    await fill(/Username/, 'jonas');
    await save();
    await waitFor(() => expect(errorsOf(dialog)).toEqual({ username: 'That username is already taken.' }));
  });
});

describe('deleting', () => {
  it('asks, deletes, and tells', async () => {
    const path = `DELETE /goal/delete/${goal._id}`;
    const asked = serve({
      [path]: { body: { status: 200, success: true, message: 'Goal deleted.', body: { _id: goal._id } } },
    });
    const { user, dialog, closed, store } = await open('goals', goal._id);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete this goal?' });
    expect(asked).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await closed();
    expect(await screen.findByText('Goal deleted.')).toBeTruthy();
    expect(store.getState().goal?.goals[me._id]).toEqual([]);
  });
  it('is not offered for what is not there yet', async () => {
    serve({});
    const { dialog } = await open('goals');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

describe('the own record', () => {
  it('saved is new everywhere at once, also after a reload', async () => {
    const saved = { ...me, firstName: 'Anna', intro_details: 'By night' };
    const asked = serve({ 'PUT /updateProfile': ok(saved) });
    const { save, closed, fill, store } = await open('intro');
    await fill(/^Intro/, 'By night');
    await save();
    await closed();
    expect(asked[0]?.body).toEqual({ intro_details: 'By night' });
    const state = store.getState();
    expect(state.auth?.user?.firstName).toBe('Anna');
    expect(state.user?.users.entities[me._id]?.firstName).toBe('Anna');
    expect(readUser()?.intro_details).toBe('By night');
  });
  it('counts the characters of a bio and refuses more than there is room for', async () => {
    serve({ 'POST /bio/addAndEdit': ok({ bio: 'Clay!' }) });
    const { dialog, save, closed, fill, store } = await open('bio');
    expect(within(dialog).getByText('5 of 2,000 characters')).toBeTruthy();
    await fill(/^Bio/, 'Clay!');
    await save();
    await closed();
    expect(store.getState().profile?.bios[me._id]).toBe('Clay!');
  });
  it('a switch takes effect at once, and is back where it was when that is refused', async () => {
    const answer = deferred<Answer>();
    const asked = serve({ 'PUT /updateProfile': () => answer.promise });
    const { user } = renderAt('/Settings', () => (
      <UpdateProfile section="notification" open onClose={() => undefined} />
    ));
    const likes = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Likes' });
    expect(screen.getAllByRole('switch')).toHaveLength(5);
    await user.click(likes());
    expect(likes().checked).toBe(false);
    expect(asked[0]?.body).toEqual({ like_notification: 'Off' });
    answer.resolve(fail(503, 'Busy.'));
    await waitFor(() => expect(likes().checked).toBe(true));
  });
  it('the calendar offers no day of the last 13 years', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T12:00:00Z') });
    renderAt('/Settings', () => <UpdateProfile section="profile" open onClose={() => undefined} />);
    expect(document.querySelector('input[type="date"]')?.getAttribute('max')).toBe('2013-05-04');
    vi.useRealTimers();
  });
});

describe('pictures', () => {
  const file = (type: string) => new File(['x'], 'x', { type });
  it.each([
    ['cover', 'Please choose a cover image.'],
    ['image', 'Please choose a file.'],
  ] as const)('%s: nothing chosen', async (editor, message) => {
    const asked = serve({});
    const { dialog, save } = await open(editor);
    await save();
    expect(within(dialog).getByRole('alert').textContent).toBe(message);
    expect(asked).toHaveLength(0);
  });
  it('a wrong kind of file is refused, dropped or chosen', async () => {
    serve({});
    const { dialog } = await open('cover');
    fireEvent.drop(within(dialog).getByRole('group'), { dataTransfer: { files: [file('application/pdf')] } });
    expect(within(dialog).getByRole('alert').textContent).toMatch(/^Please choose an image/);
  });
  it.each([
    ['cover', 'Cover image updated', { cover_image: null }],
    ['image', 'Profile image updated', { image: null }],
  ] as const)('%s: removed after a question', async (editor, done, body) => {
    writeSession('abc', { ...me, image: 'a.jpg', cover_image: 'b.jpg' });
    const asked = serve({ 'PUT /updateProfile': ok(me) });
    const { dialog, user, closed } = await open(editor);
    await user.click(within(dialog).getByRole('button', { name: 'Remove picture' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await closed();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(asked[0]?.body).toEqual(body);
  });
});
