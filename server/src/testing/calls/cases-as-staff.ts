/** Finds, decides and reverses cases as a member of the staff. */
import * as cases from '@afterhours/contract/moderation/staff-cases';
import type { TestMember } from '../rows/members.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

export function casesAsStaff(app: TestApp, { token }: TestMember) {
  return {
    /** Returns the case about a subject. */
    async caseOf(subjectId: string) {
      const { body } = await succeed(app.call(cases.listCases, { token, query: { limit: '100' } }));
      const id = body.find(({ subject }) => subject._id === subjectId)?._id ?? '';
      return (await succeed(app.call(cases.getCase, { token, params: { id } }))).body;
    },
    /** Decides a case; returns the id of the decision. */
    async decide(id: string, action: string): Promise<string> {
      const body = { action, rule: 'Be kind', statement: 'It is not kind.' };
      return (await succeed(app.call(cases.decideCase, { token, params: { id }, body }))).body._id;
    },
    reverse: (id: string) =>
      succeed(app.call(cases.reverseDecision, { token, params: { id }, body: { statement: 'We were wrong.' } })),
  };
}
