/**
 * Applying on a server that is killed while it works: each applicant retries until they get a response. Then each has
 * applied exactly once, with one message, and no file is in use that belongs to no application.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm } from '#testing/files/images.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { callServer } from '#testing/processes/server-calls.ts';
import { buildMember, buildMembers } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const APPLICANTS = 6;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
  await server.start();
});
afterAll(() => server.close());

/** Applies until the server reports that the application exists, now or from an earlier attempt. */
async function applySurely(job: string, token: string): Promise<void> {
  const isDone = async () => {
    const form = buildForm({ words: 'Please' }, [{ field: 'cv', name: 'cv.pdf', bytes: buildPdf() }]);
    const call = callServer(server, 'POST', `/jobs/${job}/applications`, form, { token });
    const { status } = await call.catch(() => ({ status: 503 }));
    expect([200, 409, 503]).toContain(status);
    return status !== 503;
  };
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 50 });
}

it('Each applicant has applied exactly once, however often the server dies', async () => {
  const { _id: job } = await buildPost(app, await buildMember(app), { postType: 'job', title: 'Baker' });
  const applicants = await buildMembers(app, APPLICANTS);
  const { db } = app.services;
  const count = async () => {
    const { rows } = await sql<Record<'applications' | 'messages' | 'stored' | 'files' | 'cvs', number>>`
      SELECT (SELECT count(*)::int FROM job_applications) AS applications,
        (SELECT count(*)::int FROM messages) AS messages, (SELECT count(*)::int FROM uploads) AS stored,
        (SELECT count(*)::int FROM uploads WHERE used_at IS NOT NULL) AS files,
        (SELECT count(DISTINCT cv_upload_id)::int FROM job_applications) AS cvs`.execute(db);
    if (!rows[0]) throw new Error('no counts');
    return rows[0];
  };
  const applying = applicants.map(({ token }) => applySurely(job, token));
  // The server is killed with a file but no application, with the first application, and in the middle of them.
  for (const [what, least, isLast] of [
    ['stored', 1, false],
    ['applications', 1, false],
    ['applications', 3, true],
  ] as const) {
    await vi.waitUntil(async () => (await count())[what] >= least, { timeout: 60_000, interval: 1 });
    await server.kill();
    if (isLast) await server.replace();
    else await server.start();
  }
  await Promise.all(applying);
  const { stored: _withLeftovers, ...counts } = await count();
  expect(counts).toEqual({ applications: APPLICANTS, messages: APPLICANTS, files: APPLICANTS, cvs: APPLICANTS });
});
