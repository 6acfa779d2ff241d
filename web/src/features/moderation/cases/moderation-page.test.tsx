import { DAY_MS } from '@afterhours/contract/base/durations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { buildCase, buildCaseDetail } from '#testing/build-cases.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ModerationPage } from '../pages/moderation-page.tsx';

const moderator = buildOwnUser({ staffRole: 'moderator' });
const time = '2026-03-01T20:00:00.000Z';
const beside = { page: null, limit: 20, nextCursor: null };
const aboutPost = (number: number) => ({ subject: { kind: 'post', _id: idOf(number + 50) } });
const reports = [{ _id: idOf(600), category: 'spam', words: 'Again and again', createdAt: time }];
const buildDetail = (number: number) => buildCaseDetail(number, { ...aboutPost(number), reports });
const responses = {
  [`GET /staff/cases/${idOf(701)}/comments`]: ok([], beside),
  [`GET /staff/cases/${idOf(702)}/comments`]: ok([], beside),
  'GET /staff/cases': ok(
    [701, 702].map((number) => buildCase(number, aboutPost(number))),
    beside,
  ),
  [`GET /staff/cases/${idOf(701)}`]: ok(buildDetail(701)),
  [`GET /staff/cases/${idOf(702)}`]: ok(buildDetail(702)),
};
const show = (more: Parameters<typeof serve>[0] = {}) => {
  const requests = serve({ 'GET /staff/requests/count': ok({ count: 0 }), ...responses, ...more });
  return { requests, ...renderAt('/moderation', () => <ModerationPage />) };
};

beforeEach(() => {
  writeSession('abc', moderator);
  Element.prototype.scrollIntoView = vi.fn();
});

describe('The moderation page', () => {
  it('decides a case by keyboard: j chooses it, c claims it, 3 hides, Enter decides', async () => {
    const path = `/staff/cases/${idOf(701)}`;
    const { requests, user } = show({
      [`POST ${path}/claim`]: ok(buildCase(701)),
      [`POST ${path}/decisions`]: ok({ _id: idOf(900), action: 'hide' }),
    });
    await screen.findByText('Buy number 701');
    await user.keyboard('j');
    await screen.findByRole('radio', { name: '3 Hide' });
    await user.keyboard('c');
    await waitFor(() => expect(requests.some((one) => one.path === `${path}/claim`)).toBe(true));
    // A slip is corrected by the next key, and the shortcuts go on working.
    await user.keyboard('43');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '3 Hide' }).checked).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Statement to the member' }), 'It is spam.');
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'No spam{Enter}');
    await waitFor(() => expect(screen.queryByText('Buy number 701')).toBeNull());
    expect(requests.find((one) => one.path === `${path}/decisions`)?.body).toEqual({
      action: 'hide',
      rule: 'No spam',
      facts: '',
      statement: 'It is spam.',
    });
    await screen.findByText('Buy number 702 now');
  });

  it('shows a case instead of the list on a narrow screen, and leads back to its row', async () => {
    const { user } = show();
    const row = await screen.findByRole('button', { name: /Buy number 702/ });
    await user.click(row);
    await screen.findByText('Buy number 702 now');
    expect(screen.queryByRole('list', { name: 'Cases' })).toBeNull();
    const back = screen.getByRole('button', { name: 'Back to the list' });
    expect(document.activeElement).toBe(back);
    await user.click(back);
    expect(screen.getByRole('list', { name: 'Cases' })).toBeTruthy();
    expect(document.activeElement).toBe(row);
  });

  it('scrolls to the case that is chosen by keyboard', async () => {
    const scrolled: (string | undefined)[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled.push((this as HTMLElement).dataset['row']);
    };
    const { user } = show();
    await screen.findByText('Buy number 701');
    await user.keyboard('jj');
    expect(scrolled).toEqual(expect.arrayContaining([idOf(701), idOf(702)]));
  });

  it('shows pictures with descriptions, one in full size on a click, and other files by name', async () => {
    const first = buildDetail(701);
    const url = '/api/uploads/post/lamp.jpg';
    const pictures = [{ url, width: 40, height: 30, placeholder: '', alt: 'A lamp' }];
    const { user } = show({
      [`GET /staff/cases/${idOf(701)}`]: ok({
        ...first,
        subject: { ...first.subject, kind: 'message' },
        evidence: { ...first.evidence, files: ['lamp.jpg', 'secret.pdf'], pictures },
      }),
    });
    await screen.findByText('Buy number 701');
    await user.keyboard('j');
    await user.click(await screen.findByRole('button', { name: 'Open picture 1 of 1: A lamp' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Picture' }));
    expect(viewer.getByRole('img', { name: 'A lamp' }).getAttribute('src')).toBe(url);
    expect(screen.getByText('secret.pdf')).toBeTruthy();
    expect(screen.queryByText('lamp.jpg')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Latest comments' })).toBeNull();
  });

  it('shows the post and the other comments around a comment, even hidden ones, and loads earlier ones', async () => {
    const first = buildDetail(701);
    const subject = { kind: 'comment', _id: idOf(801) };
    const shown = { author: buildPerson(), createdAt: time, label: null, hidden: false, held: false };
    const comment = (number: number, more = {}) => ({
      _id: idOf(number),
      text: `Said ${number}`,
      repliesCount: 0,
      ...shown,
      ...more,
    });
    const post = { _id: idOf(800), title: null, text: 'Above all', pictures: [], ...shown };
    const comments = `GET /staff/cases/${idOf(701)}/comments`;
    const later = ok([comment(801, { hidden: true, held: true }), comment(802, { author: null })], {
      ...beside,
      nextCursor: 'more',
    });
    const { user } = show({
      [`GET /staff/cases/${idOf(701)}`]: ok({ ...first, subject, above: { post, comment: null } }),
      [comments]: later,
    });
    await screen.findByText('Buy number 701');
    await user.keyboard('j');
    expect(within(await screen.findByRole('region', { name: 'The post above' })).getByText('Above all')).toBeTruthy();
    const thread = within(await screen.findByRole('region', { name: 'Comments around' }));
    const [own, other] = await thread.findAllByRole('listitem');
    expect(own?.getAttribute('aria-current')).toBe('true');
    expect(own?.textContent).toMatch(/This case.*Held.*Said 801/);
    expect(other?.textContent).toContain('a deleted member');
    serve({ [comments]: ok([comment(803)], beside) });
    await user.click(thread.getByRole('button', { name: 'Show earlier comments' }));
    expect(await thread.findByText('Said 803')).toBeTruthy();
    expect(thread.queryByRole('button', { name: 'Show earlier comments' })).toBeNull();
  });

  it('shows in an appeal the content that its decision is about', async () => {
    const first = buildDetail(701);
    const subject = { kind: 'appeal', _id: idOf(801) };
    const appealed = { kind: 'comment', evidence: { ...first.evidence, text: 'You are all fools' } };
    show({
      [`GET /staff/cases/${idOf(701)}`]: ok({ ...first, subject, appealed }),
      [`GET /staff/cases/${idOf(701)}/comments`]: ok([], beside),
    });
    (await screen.findByRole('button', { name: /Buy number 701/ })).click();
    const about = within(await screen.findByRole('region', { name: 'What the decision is about: Comment' }));
    expect(about.getByText('You are all fools')).toBeTruthy();
    expect(await screen.findByText('No comments')).toBeTruthy();
    expect(await screen.findByRole('radio', { name: '1 Keep the decision' })).toBeTruthy();
  });

  it('asks for the password before a ban, and then sends the decision as it was written', async () => {
    const decisions = `/staff/cases/${idOf(701)}/decisions`;
    const { requests, user } = show({
      [`POST ${decisions}`]: fail(403, 'Please confirm that it is you.', { reason: 'recent' }),
    });
    await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
    await user.click(await screen.findByRole('radio', { name: '6 Ban' }));
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'No spam');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you.' }));
    const later = serve({
      ...responses,
      'POST /auth/confirm': ok({ until: time }),
      [`POST ${decisions}`]: ok({ _id: idOf(900), action: 'ban' }),
    });
    await user.type(dialog.getByLabelText(/Your password/), 'Lamplight2026');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByText('Buy number 701')).toBeNull());
    expect(later.find(({ path }) => path === '/auth/confirm')?.body).toEqual({ password: 'Lamplight2026' });
    const sent = [...requests, ...later].filter(({ path }) => path === decisions).map(({ body }) => body);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('suspends for the chosen time, and hides the reported content', async () => {
    const decisions = `/staff/cases/${idOf(701)}/decisions`;
    const { requests, user } = show({ [`POST ${decisions}`]: ok({ _id: idOf(900), action: 'suspend' }) });
    await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
    await user.click(await screen.findByRole('radio', { name: '5 Suspend' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'For how long?' }), '30 days');
    await user.click(screen.getByRole('checkbox', { name: 'Hide what was reported, too' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await waitFor(() => expect(screen.queryByText('Buy number 701')).toBeNull());
    const body = requests.find(({ path }) => path === decisions)?.body as { until: string };
    expect(body).toMatchObject({ action: 'suspend', hide: true });
    expect(Math.round((new Date(body.until).getTime() - Date.now()) / DAY_MS)).toBe(30);
  });

  it('attaches a label by keyboard: 7, then one of the list with its meaning', async () => {
    const decisions = `/staff/cases/${idOf(701)}/decisions`;
    const { requests, user } = show({ [`POST ${decisions}`]: ok({ _id: idOf(900), action: 'label' }) });
    await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
    await screen.findByRole('radio', { name: '7 Label' });
    await user.keyboard('7');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Unverified offer');
    expect(screen.getByText(/before you pay or share personal data/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'Say what it is{Enter}');
    await waitFor(() => expect(screen.queryByText('Buy number 701')).toBeNull());
    expect(requests.find(({ path }) => path === decisions)?.body).toMatchObject({
      action: 'label',
      label: 'unverified_offer',
    });
  });

  it('keeps what is written while another case is read, until the case is decided', async () => {
    const { user } = show({
      [`POST /staff/cases/${idOf(701)}/decisions`]: ok({ _id: idOf(900), action: 'warn' }),
    });
    const statement = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Statement to the member' });
    const choose = async (number: number) => {
      const back = screen.queryByRole('button', { name: 'Back to the list' });
      if (back) await user.click(back);
      await user.click(screen.getByRole('button', { name: new RegExp(`Buy number ${number}`) }));
      await screen.findByText(`Buy number ${number} now`);
    };
    await screen.findByText('Buy number 701');
    await choose(701);
    await user.click(await screen.findByRole('radio', { name: '2 Warn' }));
    await user.type(await statement(), 'It took me ten minutes.');
    await choose(702);
    expect((await statement()).value).toBe('');
    await choose(701);
    expect((await statement()).value).toBe('It took me ten minutes.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 Warn' }).checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await screen.findByText('Buy number 702 now');
    expect(countUnsent(moderator._id).drafts).toBe(0);
  });

  it('scrolls to the reason why a decision is refused, because the button is below it', async () => {
    const scrolled: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled.push(this.textContent);
    };
    const message = 'Somebody else has claimed this case.';
    const { user } = show({ [`POST /staff/cases/${idOf(701)}/decisions`]: fail(409, message) });
    await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
    for (let times = 1; times <= 2; times++) {
      await user.click(await screen.findByRole('button', { name: 'Decide' }));
      await waitFor(() => expect(scrolled.filter((text) => text === message)).toHaveLength(times));
    }
  });

  it("shows an invalid field's error beside it, and focuses the field", async () => {
    const { user } = show({
      [`POST /staff/cases/${idOf(701)}/decisions`]: fail(422, 'Please name the rule.', {
        errors: [{ field: 'rule', message: 'Please name the rule.' }],
      }),
    });
    await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
    await user.click(await screen.findByRole('radio', { name: '2 Warn' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('Please name the rule.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Rule' }));
  });

  it('reloads the list with its filters, and says when nothing is waiting', async () => {
    const { requests, user } = show({ 'GET /staff/cases': ok([], beside) });
    await screen.findByText('Nothing is waiting');
    await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'comment');
    await waitFor(() => expect(requests.at(-1)?.search.get('kind')).toBe('comment'));
  });

  it('shows why the list could not be loaded', async () => {
    show({ 'GET /staff/cases': fail(403, 'Please turn on two-step verification in Settings first.') });
    const alert = await screen.findByText(/two-step verification/);
    expect(within(alert.parentElement as HTMLElement).getByRole('button')).toBeTruthy();
  });

  it('rejects nobody before it is known who the viewer is', () => {
    localStorage.removeItem('user');
    show();
    expect(screen.getByRole('heading', { name: 'Moderation' })).toBeTruthy();
    expect(screen.queryByText('This page is for the moderators of this community.')).toBeNull();
  });

  it('rejects members without a role', async () => {
    writeSession('abc', buildOwnUser());
    show();
    expect(await screen.findByText('This page is for the moderators of this community.')).toBeTruthy();
  });
});
