import type { Application } from '@afterhours/contract/jobs/applications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import {
  applicationResponse,
  buildApplication,
  names,
  openFirst,
  receiveEvents,
  rows,
  show,
  signInWide,
  time,
} from '#testing/received-applications.tsx';

beforeEach(signInWide);

describe('A shown application', () => {
  it('is updated in place when another tab changes it', async () => {
    await show([buildApplication(23), buildApplication(22), buildApplication(21)]);
    serve(applicationResponse(buildApplication(22, { status: 'offer' })));
    await receiveEvents(22);
    await waitFor(() => expect(rows()[1]).toContain('Offer'));
    expect(names()).toEqual(['Ben23', 'Ben22', 'Ben21']);
  });

  it('keeps its place when it no longer matches the filter', async () => {
    await show([buildApplication(23, { status: 'talking' }), buildApplication(22, { status: 'talking' })], 'talking');
    serve(applicationResponse(buildApplication(23, { status: 'hired' })));
    await receiveEvents(23);
    await waitFor(() => expect(rows()[0]).toContain('Hired'));
    expect(names()).toEqual(['Ben23', 'Ben22']);
  });

  it('that is open and withdrawn says so, offers no actions, and keeps the note', async () => {
    const { user } = await openFirst([buildApplication(23), buildApplication(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await user.type(note, 'Call on Friday');
    serve(applicationResponse(buildApplication(23, { status: 'withdrawn', words: null })));
    await receiveEvents(23);
    const text = 'Ben23 has withdrawn this application. Everything submitted with it has been deleted.';
    expect((await screen.findByText(text)).closest('[role=status]')).toBeTruthy();
    for (const name of ['In talks', 'Offer', 'Hired', 'Reject…', 'Undo'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(note.value).toBe('Call on Friday');
    expect(document.activeElement).toBe(note);
    expect(rows()[0]).toContain('Withdrawn');
    // Keys must not send a request either: a request without a handler fails the test.
    await user.click(screen.getByRole('button', { name: /Ben23/ }));
    await user.keyboard('tor');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the note from another tab until something is typed here', async () => {
    const { user } = await openFirst([buildApplication(23), buildApplication(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    serve(applicationResponse(buildApplication(23, { note: 'Kind' })));
    await receiveEvents(23);
    await waitFor(() => expect(note.value).toBe('Kind'));
    await user.type(note, ', and early');
    serve(applicationResponse(buildApplication(23, { note: 'Late' })));
    await receiveEvents(23);
    expect(note.value).toBe('Kind, and early');
    const text = await screen.findByText(/^This note was changed in another window/);
    expect(text.closest('[role=status]')?.textContent).toContain('Late');
    serve({ [`PUT /applications/${idOf(23)}`]: ok({ ...buildApplication(23), note: 'Kind, and early' }) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(/^This note was changed in another window/)).toBeNull());
    expect(note.value).toBe('Kind, and early');
  });

  it('keeps an unsaved note, to be copied, when the application is gone', async () => {
    const { user } = await openFirst([buildApplication(23), buildApplication(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await user.type(note, 'Call on Friday');
    serve({ [`GET /applications/${idOf(23)}`]: fail(404, 'This application no longer exists.') });
    await receiveEvents(23);
    await screen.findByText('This application no longer exists.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(document.activeElement).toBe(note);
    expect([note.value, note.readOnly]).toEqual(['Call on Friday', true]);
  });

  it('keeps the focus nearby when the focused button is removed', async () => {
    await openFirst([buildApplication(23), buildApplication(22)]);
    screen.getByRole('button', { name: 'Offer' }).focus();
    serve(applicationResponse(buildApplication(23, { status: 'withdrawn', words: null })));
    await receiveEvents(23);
    await screen.findByText(/^Ben23 has withdrawn/);
    const detail = screen.getByRole('region', { name: 'Application from Ben23 Ode' });
    await waitFor(() => expect(detail.contains(document.activeElement)).toBe(true));
  });

  it('shows a pending rejection from another tab, which can be undone here', async () => {
    const { user } = await openFirst([buildApplication(23)]);
    serve(applicationResponse(buildApplication(23, { rejectsAt: time })));
    await receiveEvents(23);
    await screen.findByText(/^Rejected\. Ben23 will be notified at/);
    serve({ [`DELETE /applications/${idOf(23)}/rejection`]: ok({ _id: idOf(23), status: 'seen', statusAt: time }) });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText(/^Rejected\./)).toBeNull());
  });

  it.each<[string | RegExp, Partial<Application>]>([
    ['Ben23 has withdrawn this application.', { status: 'withdrawn', words: null }],
    ['Ben23 has already been notified.', { status: 'rejected' }],
    [/^Rejected\. Ben23 will be notified at/, { rejectsAt: time }],
    ['This application has since been set to “Hired”.', { status: 'hired' }],
  ])('can no longer be rejected once its status has changed: %s', async (text, now) => {
    const { user } = await openFirst([buildApplication(23)]);
    await user.click(screen.getByRole('button', { name: 'Reject…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const words = dialog.getByRole<HTMLTextAreaElement>('textbox');
    await user.clear(words);
    await user.type(words, 'Another time.');
    serve(applicationResponse(buildApplication(23, now)));
    await receiveEvents(23);
    await dialog.findByText(text);
    expect(dialog.getByRole('button', { name: 'Reject' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(words.value).toBe('Another time.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Discard your changes?');
  });

  it('is reloaded when a change to it is refused', async () => {
    const { user } = await openFirst([buildApplication(23)]);
    serve({
      [`PUT /applications/${idOf(23)}`]: fail(409, 'This application was withdrawn.'),
      ...applicationResponse(buildApplication(23, { status: 'withdrawn', words: null })),
    });
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await screen.findByText(/^Ben23 has withdrawn/);
  });

  it('leaves the list when it is gone, unless it is open', async () => {
    const { user } = await openFirst([buildApplication(23), buildApplication(22), buildApplication(21)]);
    const gone = fail(404, 'This application no longer exists.');
    serve({ [`GET /applications/${idOf(23)}`]: gone, [`GET /applications/${idOf(22)}`]: gone });
    await receiveEvents(22, 23);
    await screen.findByText('This application no longer exists.');
    expect(names()).toEqual(['Ben23', 'Ben21']);
    expect(screen.queryByRole('button', { name: 'Offer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Ben21/ }));
    await waitFor(() => expect(names()).toEqual(['Ben21']));
  });
});
