/**
 * Applying on a server that is killed while it works: each applicant repeats until they are answered. Each has applied
 * once then, with one message, and no file is in use that belongs to no application.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/connection/pool.ts';
import { createKillableServer, type KillableServer } from '#testing/processes/killable-server.ts';
import { buildPdf } from '#testing/rows/documents.ts';
import { buildForm } from '#testing/rows/images.ts';
import { buildSignup } from '#testing/rows/members.ts';

const APPLICANTS = 6;
let server: KillableServer;

beforeAll(async () => {
  server = await createKillableServer();
  await server.start();
});
afterAll(() => server.close());

async function post(path: string, body: object | FormData, token?: string) {
  const form = body instanceof FormData;
  const response = await fetch(`${server.origin}/api${path}`, {
    method: 'POST',
    headers: {
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: form ? body : JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as { body: never } };
}

async function signUp(): Promise<string> {
  const fields = buildSignup();
  await post('/signup', fields);
  const { answer } = await post('/login', { email: fields.email, password: fields.password });
  return (answer.body as { token: string }).token;
}

/** Applies until the server says that it is done, now or before. */
async function applySurely(job: string, token: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const form = buildForm({ words: 'Please' }, [{ field: 'cv', name: 'cv.pdf', bytes: buildPdf() }]);
    const { status } = await post(`/jobs/${job}/applications`, form, token).catch(() => ({ status: 0 }));
    if (status === 200 || status === 409) return;
    if (status !== 0 && status !== 503) throw new Error(`refused with ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not come back in time');
}

it('Each applicant has applied once, however often the server dies', { timeout: 120_000 }, async () => {
  const poster = await signUp();
  const fields = { postType: 'job', title: 'Baker', description: 'Bread' };
  const { answer } = await post('/post/create', fields, poster);
  const job = (answer.body as { _id: string })._id;
  const applicants: string[] = [];
  for (let count = 0; count < APPLICANTS; count++) applicants.push(await signUp());
  const applying = applicants.map((token) => applySurely(job, token));
  for (const delay of [5, 25, 60]) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await server.kill();
    await server.start();
  }
  await Promise.all(applying);
  const database = openDatabase({ ...server.database, max: 1 }, () => undefined);
  const { rows } = await sql`SELECT (SELECT count(*) FROM job_applications) AS applications,
    (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM uploads WHERE used_at IS NOT NULL) AS files,
    (SELECT count(DISTINCT cv_upload_id) FROM job_applications) AS cvs`.execute(database.db);
  await database.close();
  expect(rows).toEqual([{ applications: APPLICANTS, messages: APPLICANTS, files: APPLICANTS, cvs: APPLICANTS }]);
});
