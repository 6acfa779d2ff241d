import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { MailsPage } from '../pages/mails-page.tsx';

const time = '2026-03-01T20:00:00.000Z';
const beside = { page: null, limit: 20, nextCursor: null };
const noRequests = { 'GET /staff/requests/count': ok({ count: 0 }) };
const mail = { _id: idOf(80), to: 'ana@example.com', createdAt: time, nextTryAt: time };

beforeEach(() => writeSession('abc', buildOwnUser({ staffRole: 'owner' })));

describe('The mails page', () => {
  it('shows the mails that the mail server rejected, and retries all of them', async () => {
    const requests = serve({
      ...noRequests,
      'GET /staff/mails': ok([{ ...mail, what: 'account.mail', tries: 3, error: '451 try later' }], beside),
      'POST /staff/mails/retry': ok({ retried: 1 }, { message: 'One email is being sent again now.' }),
    });
    const { user } = renderAt('/moderation/mail', () => <MailsPage />);
    expect(await screen.findByText('451 try later')).toBeTruthy();
    expect(screen.getByText('Confirmation code or password reset')).toBeTruthy();
    expect(screen.getByText(/Tried 3 times/)).toBeTruthy();
    const retry = screen.getByRole('button', { name: 'Retry all now' });
    await user.click(retry);
    await waitFor(() => expect(requests.filter(({ path }) => path === '/staff/mails')).toHaveLength(2));
    expect(document.activeElement).toBe(retry);
  });

  it('shows waiting mails, and re-enables mail for members whose addresses rejected it', async () => {
    const requests = serve({
      ...noRequests,
      'GET /staff/mails': ok([{ ...mail, what: 'digest', tries: 0, error: null }], beside),
      'GET /staff/mails/refused': ok([{ user: buildPerson({ firstName: 'Zoe' }), email: 'zoe@example.com' }], beside),
      'POST /staff/mails/resume': ok({ resumed: 1 }, { message: 'One member gets email again.' }),
    });
    const { user } = renderAt('/moderation/mail?tab=waiting', () => <MailsPage />);
    expect(await screen.findByText('Digest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry all now' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Refused addresses' }));
    expect(await screen.findByText('zoe@example.com')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Email all of them again' }));
    await waitFor(() => expect(requests.filter(({ path }) => path === '/staff/mails/refused')).toHaveLength(2));
  });

  it('passes the focus on when the last members of the list get mail again', async () => {
    let turn = 0;
    serve({
      ...noRequests,
      'GET /staff/mails/refused': () =>
        ok(turn++ === 0 ? [{ user: buildPerson({ firstName: 'Zoe' }), email: 'zoe@example.com' }] : [], beside),
      'POST /staff/mails/resume': ok({ resumed: 1 }, { message: 'One member gets email again.' }),
    });
    const { user } = renderAt('/moderation/mail?tab=refused', () => <MailsPage />);
    await user.click(await screen.findByRole('button', { name: 'Email all of them again' }));
    expect(await screen.findByText('All addresses accept email')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it('says when every mail was accepted, and can retry a failed load', async () => {
    let turn = 0;
    serve({
      ...noRequests,
      'GET /staff/mails': () => (turn++ === 0 ? fail(503, 'The server is busy.') : ok([], beside)),
    });
    const { user } = renderAt('/moderation/mail', () => <MailsPage />);
    expect(await screen.findByText('The server is busy.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /try again/i }));
    expect(await screen.findByText('All emails were accepted')).toBeTruthy();
  });
});
