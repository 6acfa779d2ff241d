import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, buildSuggestion, idOf } from '#testing/build.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ResultsPage } from './pages/results-page.tsx';

const paged = { page: null, limit: 20, nextCursor: null };
const buildFound = (number: number, changes: object = {}) => {
  const { follow_notification: _switch, reason: _reason, ...person } = buildSuggestion(number);
  const facts = { country: 'Portugal', connectionStatus: 'none', connectionRequestId: null, skills: [] };
  return { ...person, ...facts, ...changes };
};
const none = { 'POST /searchPeople': ok([], paged), 'GET /search/posts': ok([], paged) };
type Responses = Parameters<typeof serve>[0];
const show = (at: Parameters<typeof renderAt>[0], more: Responses = {}) => {
  const requests = serve({ ...none, ...more });
  return { requests, ...renderAt(at, () => <ResultsPage />) };
};
const marks = () => Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent);

beforeEach(() => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  vi.stubGlobal('IntersectionObserver', undefined);
});

describe('The results', () => {
  it('show people and posts in their sections, with the words marked', async () => {
    const { requests } = show('/results?q=cer%C3%A1mica', {
      'POST /searchPeople': ok([buildFound(5, { profession: 'Ceramica maker', skills: ['Cerámica'] })], paged),
      'GET /search/posts': ok([buildPost({ description: 'On CERAMICA.' })], paged),
    });
    const people = await screen.findByRole('region', { name: 'People' });
    expect(await within(people).findByRole('link', { name: /Member5 Lind.*Portugal/ })).toBeTruthy();
    expect(within(people).getByRole('button', { name: 'Follow Member5 Lind' })).toBeTruthy();
    expect(within(people).getByRole('button', { name: 'Connect with Member5 Lind' })).toBeTruthy();
    await screen.findByRole('article');
    expect(marks()).toEqual(['Ceramica', 'Cerámica', 'CERAMICA']);
    expect(requests[0]?.body).toEqual({ searchQuery: 'cerámica' });
  });
  it('are loaded for a keyword in the navigation state', async () => {
    const { requests } = show({ pathname: '/results', state: { keyword: 'kiln' } });
    expect(await screen.findByText('No result found')).toBeTruthy();
    expect(requests.map(({ body, search }) => body ?? search.get('keyword'))).toEqual([
      { searchQuery: 'kiln' },
      'kiln',
    ]);
  });
  it('show guests everything except members’ actions', async () => {
    localStorage.clear();
    show('/results?q=lind', { 'POST /searchPeople': ok([buildFound(5)], paged) });
    expect(await screen.findByRole('link', { name: /Member5 Lind/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Follow|Connect/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/Login');
  });
  it('can be filtered by post type, which the URL keeps', async () => {
    const { user, requests, place } = show('/results?q=kiln', { 'GET /search/posts': ok([buildPost()], paged) });
    await screen.findByRole('article');
    await user.click(screen.getByRole('button', { name: 'Only jobs' }));
    await waitFor(() => expect(requests.at(-1)?.search.get('postType')).toBe('job'));
    expect(place()).toBe('/results?q=kiln&postType=job');
    await user.click(screen.getByRole('button', { name: 'Only jobs' }));
    await waitFor(() => expect(place()).toBe('/results?q=kiln'));
  });
});

describe('An empty result', () => {
  it('suggests what to try and keeps the query in the URL', async () => {
    const { place } = show('/results?q=qqq');
    expect(await screen.findByText('No result found')).toBeTruthy();
    expect(screen.getByText('Try shortening or rephrasing your search.')).toBeTruthy();
    expect(place()).toBe('/results?q=qqq');
  });
  it('makes no request if there is no query', () => {
    const { requests } = show('/results');
    expect(screen.getByText('People and posts')).toBeTruthy();
    expect(requests).toEqual([]);
  });
});

it('A part of the results that fails to load shows the error and can be retried', async () => {
  let response: FakeResponse = fail(503, 'Busy.');
  const { user } = show('/results?q=lind&tab=people', { 'POST /searchPeople': () => response });
  expect(await screen.findByText('Busy.')).toBeTruthy();
  response = ok([buildFound(5)], paged);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('That’s everyone who matches.')).toBeTruthy();
});
