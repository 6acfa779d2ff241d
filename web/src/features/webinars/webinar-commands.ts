import type {
  createCalendarFeed,
  deleteCalendarFeed,
  getCalendarFeed,
} from '@afterhours/contract/webinars/calendar-feed';
import type {
  cancelWebinar as cancelRoute,
  setRecording as recordingRoute,
  setSchedule as scheduleRoute,
} from '@afterhours/contract/webinars/changes';
import type { getJoinPage } from '@afterhours/contract/webinars/joining';
import type { getManagedWebinar, listOwnSeats, listSeats, listWaiting } from '@afterhours/contract/webinars/lists';
import { call } from '#lib/api/client.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';

const PAGE = 30;
const pageOf = (cursor: string | null, limit = PAGE) => pageQuery(cursor, Math.max(limit, PAGE));

export const loadJoinPage = (id: string) => call<typeof getJoinPage>('GET', '/webinars/:id/join', { params: { id } });

export const loadManaged = (id: string) =>
  call<typeof getManagedWebinar>('GET', '/webinars/:id/manage', { params: { id } });

export const loadSeats = (id: string) => (cursor: string | null, limit?: number) =>
  call<typeof listSeats>('GET', '/webinars/:id/seats', { params: { id }, query: pageOf(cursor, limit) });

export const loadWaiting = (id: string) => (cursor: string | null, limit?: number) =>
  call<typeof listWaiting>('GET', '/webinars/:id/waiting', { params: { id }, query: pageOf(cursor, limit) });

export const loadOwnSeats = (time: 'upcoming' | 'past') => (cursor: string | null, limit?: number) =>
  call<typeof listOwnSeats>('GET', '/me/seats', { query: { ...pageOf(cursor, limit), time } });

export const cancelWebinar = (id: string, words: string) =>
  call<typeof cancelRoute>('POST', '/webinars/:id/cancel', { params: { id }, body: { words } });

export const setSchedule = (id: string, body: { startsAt?: string; endsAt?: string | null }) =>
  call<typeof scheduleRoute>('PUT', '/webinars/:id/schedule', { params: { id }, body });

export const setRecording = (id: string, link: string | null) =>
  call<typeof recordingRoute>('PUT', '/webinars/:id/recording', { params: { id }, body: { link } });

export const loadCalendarFeed = () => call<typeof getCalendarFeed>('GET', '/me/calendar');
export const makeCalendarFeed = () => call<typeof createCalendarFeed>('POST', '/me/calendar');
export const endCalendarFeed = () => call<typeof deleteCalendarFeed>('DELETE', '/me/calendar');
