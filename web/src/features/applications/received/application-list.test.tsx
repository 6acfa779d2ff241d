import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { buildApplication, signInWide } from '#testing/received-applications.tsx';
import { renderAt } from '#testing/render-app.tsx';
import { ApplicationList } from './application-list.tsx';

const application = buildApplication(7);
const standing = { _id: application._id, status: 'seen', statusAt: application.statusAt, note: null };

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
});

it('A rejection can be undone by a key pressed at the very moment it is shown', async () => {
  const requests = serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok([application], { page: null, limit: 20, nextCursor: null }),
    [`PUT /applications/${idOf(7)}`]: ok({ ...standing, rejectsAt: '2026-03-01T20:10:00.000Z' }),
    [`DELETE /applications/${idOf(7)}/rejection`]: ok(standing),
  });
  const { user } = renderAt('/jobs/:id/applications', () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  await screen.findByRole('button', { name: /Ben7 Ode/ });
  await user.keyboard('j{Enter}');
  await screen.findByText('I bake at night, number 7.');
  await user.keyboard('r');
  const dialog = within(await screen.findByRole('dialog'));
  const pressed = new MutationObserver(() => {
    if (!document.body.textContent?.includes('Rejected. Ben7 will be notified at')) return;
    pressed.disconnect();
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true }));
  });
  pressed.observe(document.body, { childList: true, subtree: true, characterData: true });
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain(`/applications/${idOf(7)}/rejection`));
  await waitFor(() => expect(screen.queryByText(/^Rejected\. Ben7 will be notified at/)).toBeNull());
});

it('A discarded message of a rejection is gone when the dialog is opened again', async () => {
  serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok([application], { page: null, limit: 20, nextCursor: null }),
    [`PUT /applications/${idOf(7)}`]: ok(standing),
  });
  const { user } = renderAt('/jobs/:id/applications', () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  await screen.findByRole('button', { name: /Ben7 Ode/ });
  await user.keyboard('j{Enter}');
  await screen.findByText('I bake at night, number 7.');
  const openMessage = async () => {
    await user.keyboard('r');
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Ben7' });
  };
  await user.type(await openMessage(), ' Never come back.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await openMessage()).value).not.toContain('Never come back.');
});

it('A list of many applications is one stop of the Tab key, and arrow keys move between the rows', async () => {
  signInWide();
  const applications = Array.from({ length: 100 }, (_, at) => buildApplication(at + 1));
  serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok(applications, { page: null, limit: 100, nextCursor: null }),
    [`PUT /applications/${idOf(3)}`]: ok({ ...standing, _id: idOf(3) }),
  });
  const { user } = renderAt('/jobs/:id/applications', () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  const rows = await screen.findAllByRole('button', { name: /Ode/ });
  const list = screen.getByRole('list', { name: 'Applications' });
  await user.tab();
  expect(document.activeElement).toBe(rows[0]);
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(rows[99]);
  await user.keyboard('{Home}{ArrowUp}{ArrowDown}{ArrowDown}{Enter}');
  expect(document.activeElement).toBe(rows[2]);
  await screen.findByText('I bake at night, number 3.');
  await user.tab();
  expect(list.contains(document.activeElement)).toBe(false);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(rows[2]);
});

it('The open application is part of the address, so that a reload shows it even beyond the loaded part', async () => {
  signInWide();
  const further = buildApplication(3, { status: 'sent' });
  const requests = serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok([application], { page: null, limit: 20, nextCursor: 'more' }),
    [`GET /applications/${idOf(3)}`]: ok(further),
    [`PUT /applications/${idOf(3)}`]: ok({ ...standing, _id: idOf(3), rejectsAt: null }),
  });
  const { user } = renderAt(`/jobs/${idOf(9)}/applications?application=${idOf(3)}`, () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  expect(await screen.findByText('I bake at night, number 3.')).toBeTruthy();
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'PUT', body: { status: 'seen' } }));
  await user.click(screen.getByRole('button', { name: /Ben7 Ode/ }));
  expect(await screen.findByText('I bake at night, number 7.')).toBeTruthy();
});

it('An application for another job is not opened by an address of this one', async () => {
  signInWide();
  const requests = serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok([application], { page: null, limit: 20, nextCursor: null }),
    [`GET /applications/${idOf(3)}`]: ok(buildApplication(3, { post_id: idOf(10) })),
    'GET /config': ok({}),
  });
  renderAt(`/jobs/${idOf(9)}/applications?application=${idOf(3)}`, () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  await screen.findByRole('button', { name: /Ben7 Ode/ });
  await waitFor(() => expect(requests).toHaveLength(2));
  // The response is handled before one that is requested later.
  await act(async () => (await fetch('/api/config')).json());
  expect(screen.queryByText('I bake at night, number 3.')).toBeNull();
});

it('An unsaved note is still there after another application was opened', async () => {
  signInWide();
  const applications = [buildApplication(8), application];
  serve({
    [`GET /jobs/${idOf(9)}/applications`]: ok(applications, { page: null, limit: 20, nextCursor: null }),
  });
  const { user } = renderAt('/jobs/:id/applications', () => (
    <ApplicationList jobId={idOf(9)} title="Baker" filter={null} />
  ));
  const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await user.click(await screen.findByRole('button', { name: /Ben8 Ode/ }));
  await user.type(note(), 'Call on Monday');
  await user.click(screen.getByRole('button', { name: /Ben7 Ode/ }));
  await waitFor(() => expect(note().value).toBe(''));
  await user.click(screen.getByRole('button', { name: /Ben8 Ode/ }));
  await waitFor(() => expect(note().value).toBe('Call on Monday'));
});
