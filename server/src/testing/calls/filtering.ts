/** Writing by members, filters and decisions by staff, for tests of the automation. */
import * as automation from '@afterhours/contract/moderation/automation';
import { listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { getPost } from '@afterhours/contract/posts/posts';
import { expect } from 'vitest';
import { screeningOf } from '#features/automation/screening.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestMember } from '../rows/members.ts';
import { publishPost } from '../rows/posts.ts';
import { succeed } from './succeed.ts';

export const filterOf = (more: object = {}) => ({
  kind: 'words',
  effect: 'hold',
  places: ['posts', 'comments', 'profiles'],
  note: 'No gambling',
  entries: ['casino'],
  ...more,
});

type World = { app: TestApp; owner: TestMember; ana: TestMember };

/** Returns calls in a test's present world; members write as `ana` unless another member is given. */
export function createFiltering(get: () => World) {
  async function addFilter(more: object = {}): Promise<string> {
    const response = await succeed(
      get().app.call(automation.createFilter, { token: get().owner.token, body: filterOf(more) }),
    );
    return response.body._id;
  }
  const publish = (description: string, by = get().ana, more: object = {}) =>
    get().app.call(publishPost, { token: by.token, body: { postType: 'general', description, ...more } });
  const comment = (post_id: string, text: string, by = get().ana) =>
    get().app.call(addEditComment, { token: by.token, body: { post_id, comment: text } });
  const read = (id: string, by: TestMember | null) =>
    get().app.call(getPost, { ...(by ? { token: by.token } : {}), params: { id } });

  async function made(response: Awaited<ReturnType<typeof publish>>): Promise<string> {
    if (!response.ok) throw new Error(response.message);
    return response.body._id;
  }
  async function caseOf(subjectId: string) {
    const found = await get().app.call(cases.listCases, { token: get().owner.token, query: { limit: '100' } });
    const listed = found.ok ? found.body.find(({ subject }) => subject._id === subjectId) : undefined;
    if (!listed) return undefined;
    const detail = await get().app.call(cases.getCase, { token: get().owner.token, params: { id: listed._id } });
    return detail.ok ? detail.body : undefined;
  }
  async function decide(subjectId: string, action: 'none' | 'warn' | 'hide' | 'ban') {
    const id = (await caseOf(subjectId))?._id ?? '';
    const body = { action, rule: 'No gambling', statement: 'We have looked at it.' };
    const response = await succeed(
      get().app.call(cases.decideCase, { token: get().owner.token, params: { id }, body }),
    );
    return response.body._id;
  }
  const ownDecisions = async (by = get().ana) => {
    const response = await get().app.call(listOwnDecisions, { token: by.token });
    return response.ok ? response.body : [];
  };
  return { addFilter, publish, comment, read, made, caseOf, decide, ownDecisions };
}

/** Checks that all counts are right, and removes all filters. */
export async function endFiltering({ services }: TestApp): Promise<void> {
  expect(await listWrongCounts(services.db)).toEqual([]);
  await services.db.deleteFrom('filters').execute();
  await services.db.deleteFrom('automation_switches').execute();
  screeningOf(services).drop();
}
