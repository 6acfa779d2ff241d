import { screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { errorsOf, experience, goal, me, openEditor, writesOf } from './testing/editor.tsx';

beforeEach(() => {
  toast.remove();
  writeSession('abc', me);
});

const required = 'This field is required';

describe('A required field of the profile', () => {
  it.each([
    ['goals', { title: required, type: required, description: required }],
    ['skills', { title: 'This field will be required' }],
    ['educations', { title: required, school: required, startDate: required, endDate: required }],
    [
      'experiences',
      { title: required, company_name: required, location: required, startDate: required, endDate: required },
    ],
  ] as const)('shows its error, the first one gets the focus, and nothing is sent: %s', async (editor, errors) => {
    const requests = serve({});
    const { dialog, save } = await openEditor(editor);
    await save();
    expect(errorsOf(dialog)).toEqual(errors);
    expect((document.activeElement as HTMLInputElement).name).toBe('title');
    expect(writesOf(requests)).toHaveLength(0);
  });

  it('has its own message for names, phone, date of birth, gender and country', async () => {
    serve({});
    writeSession('abc', buildOwnUser({ lastName: 'Reyes' }));
    const { dialog, save, fill } = await openEditor('profile');
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

  it('accepts a stored country that is not in the list until it is changed', async () => {
    const own = { dob: '01-01-1990', gender: 'female' as const, phone: '1234567890', country: 'Ger' };
    writeSession('abc', buildOwnUser(own));
    const requests = serve({ 'PUT /updateProfile': ok(buildOwnUser(own)) });
    const { save, fill } = await openEditor('profile');
    await fill(/First name/, 'Anna');
    await fill(/Phone number/, '+49 (170) 123-45-67');
    await save();
    await waitFor(() => expect(writesOf(requests)).toHaveLength(1));
    expect(writesOf(requests)[0]?.body).toMatchObject({ firstName: 'Anna', phone: '491701234567' });
    expect(writesOf(requests)[0]?.body).not.toHaveProperty('country');
  });

  it('rejects a new country that is not in the list', async () => {
    serve({});
    const { dialog, save, fill } = await openEditor('profile');
    await fill(/Country/, 'Ger');
    await save();
    expect(errorsOf(dialog).country).toBe('Please choose a country from the list.');
  });

  it.each([
    ['123', 'Invalid Phone Number.'],
    ['12345678ab', 'Phone number is not valid'],
  ])('rejects the phone number %s', async (phone, message) => {
    serve({});
    const { dialog, save, fill } = await openEditor('profile');
    await fill(/Phone number/, phone);
    await save();
    expect(errorsOf(dialog)).toEqual({ phone: message });
  });
});

describe('The period of an entry', () => {
  it.each(['educations', 'experiences'] as const)('cannot end before it starts: %s', async (editor) => {
    serve({});
    const { dialog, save, fill, enterMonth } = await openEditor(editor);
    for (const label of [/^Title/, /School|Company name/]) await fill(label, 'A');
    if (editor === 'experiences') await fill(/^Location \*/, 'A');
    await enterMonth('Start date', 'February', '2021');
    await enterMonth('End date', 'February', '2020');
    await save();
    expect(errorsOf(dialog)).toEqual({ endDate: 'End Date must be later than or equal to Start Date' });
  });

  it('is sent as the first days of its months, and half a date counts as missing', async () => {
    const requests = serve({ 'POST /experience/create': ok(experience) });
    const { dialog, user, save, closed, fill, enterMonth } = await openEditor('experiences');
    for (const label of [/^Title/, /Company name/, /^Location \*/]) await fill(label, 'A');
    await enterMonth('Start date', 'September', '2019');
    await user.selectOptions(within(dialog).getByLabelText('End date: month'), 'June');
    await save();
    expect(errorsOf(dialog)).toEqual({ endDate: required });
    await enterMonth('End date', 'June', '2021');
    await save();
    await closed();
    expect(writesOf(requests)[0]?.body).toMatchObject({ startDate: '2019-09-01', endDate: '2021-06-01' });
  });

  it('keeps its days until a month is changed, and can end in the month in which it started', async () => {
    const requests = serve({ 'PUT /experience/update': ok(experience) });
    const stored = { ...experience, startDate: '2020-02-17', endDate: '2021-03-31' };
    const { save, closed, enterMonth } = await openEditor('experiences', stored._id, stored);
    await enterMonth('End date', 'February', '2020');
    await save();
    await closed();
    expect(writesOf(requests)[0]?.body).toMatchObject({ startDate: '2020-02-17', endDate: '2020-02-17' });
  });

  it('has no end date while the member works there', async () => {
    const saved = { ...experience, currently_working: true, endDate: null };
    const requests = serve({ 'PUT /experience/update': ok(saved) });
    const { dialog, user, save, closed, store } = await openEditor('experiences', experience._id);
    expect(within(dialog).getByLabelText('End date: year')).toBeTruthy();
    await user.click(within(dialog).getByLabelText('I am currently working here'));
    expect(within(dialog).queryByLabelText('End date: year')).toBeNull();
    await save();
    await closed();
    expect(writesOf(requests)[0]?.body).toMatchObject({ _id: experience._id, currently_working: true, endDate: '' });
    expect(store.getState().profile?.experiences[me._id]?.[0]?.currently_working).toBe(true);
  });
});

describe('A dialog of the profile', () => {
  it('asks before unsaved changes are lost, and is empty when it is opened again', async () => {
    serve({});
    const { user, dialog, fill } = await openEditor('goals');
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

  it('adds one skill after another, until Save closes it', async () => {
    const requests = serve({
      'POST /skill/create': ({ body }) => ok({ _id: idOf(requests.length), ...(body as object) }),
    });
    const { dialog, user, save, closed, fill, store } = await openEditor('skills');
    const another = () => user.click(within(dialog).getByRole('button', { name: 'Save and add another' }));
    await another();
    expect(errorsOf(dialog)).toEqual({ title: 'This field will be required' });
    await fill(/^Skill/, 'Glazing');
    await another();
    await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe('Added: Glazing'));
    const field = within(dialog).getByLabelText<HTMLInputElement>(/^Skill/);
    expect([field.value, document.activeElement]).toEqual(['', field]);
    await fill(/^Skill/, 'Throwing');
    await save();
    await closed();
    expect(store.getState().profile?.skills[me._id]?.map(({ title }) => title)).toEqual(['Throwing', 'Glazing']);
  });

  it('closes at once if nothing was changed', async () => {
    serve({});
    const { user, closed } = await openEditor('goals', goal._id);
    await user.keyboard('{Escape}');
    await closed();
  });

  it('sends once, however often Save is clicked', async () => {
    const response = deferred<FakeResponse>();
    const requests = serve({ [`PUT /goal/update/${goal._id}`]: () => response.promise });
    const { save, closed, fill } = await openEditor('goals', goal._id);
    await fill(/^Title/, 'Another');
    await save();
    await save();
    response.resolve(ok({ ...goal, title: 'Another' }));
    await closed();
    expect(writesOf(requests)).toHaveLength(1);
  });

  it('is sent with the same key until there is a response, so that it is added once', async () => {
    let response: FakeResponse = 'unreachable';
    const requests = serve({ 'POST /goal/create': () => response });
    const { dialog, user, save, closed, fill } = await openEditor('goals');
    await fill(/^Title/, 'Glazing');
    await user.selectOptions(within(dialog).getByLabelText(/Type/), 'short');
    await fill(/Description/, 'Soon');
    await save();
    await within(dialog).findByRole('alert');
    response = ok(goal);
    await save();
    await closed();
    const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/./);
    expect(second).toBe(first);
  });

  it.each(['skills', 'goals'] as const)('shows a server error below the form: %s', async (editor) => {
    serve({ 'POST /skill/create': fail(409, 'No room.'), 'POST /goal/create': fail(409, 'No room.') });
    const { dialog, user, save, fill } = await openEditor(editor);
    await fill(/^(Title|Skill)/, 'Glazing');
    if (editor === 'goals') {
      await user.selectOptions(within(dialog).getByLabelText(/Type/), 'short');
      await fill(/Description/, 'Soon');
    }
    await save();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('No room.');
    expect(within(dialog).getByDisplayValue('Glazing')).toBeTruthy();
  });

  it('shows the server’s error about a field at that field', async () => {
    const errors = [{ field: 'username', message: 'That username is already taken.' }];
    serve({ 'PUT /updateProfile': fail(409, 'That username is already taken.', { errors }) });
    const { dialog, save, fill } = await openEditor('profile');
    await fill(/Username/, 'jonas');
    await save();
    await waitFor(() => expect(errorsOf(dialog)).toEqual({ username: 'That username is already taken.' }));
  });
});
