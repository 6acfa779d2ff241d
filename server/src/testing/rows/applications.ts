/** Job applications for tests, created through the same calls that a client makes. */
import { createApplication, listMyApplications } from '@afterhours/contract/jobs/applications';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Applies for a job; returns the application's id. */
export async function buildApplication(app: TestApp, { token }: TestMember, jobId: string): Promise<string> {
  return (await succeed(app.call(createApplication, { token, params: { id: jobId }, body: {} }))).body._id;
}

/** Returns a member's own applications as they see them. */
export async function listOwnApplications(app: TestApp, { token }: TestMember) {
  return (await succeed(app.call(listMyApplications, { token, query: {} }))).body;
}
