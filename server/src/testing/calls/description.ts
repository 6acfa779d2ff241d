import type { TestApp } from '../test-app.ts';

/** Returns the description of the API, typed with the parts that a test reads; throws for any other response. */
export async function readDescription<D>(app: Pick<TestApp, 'http'>): Promise<D> {
  const answer = await app.http.inject({ url: '/api/openapi.json' });
  if (answer.statusCode !== 200) throw new Error(`no description: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return answer.json<D>();
}
