import type { TestApp } from '../test-app.ts';

/** Returns the description of the API, typed with the parts that a test reads; throws for any other response. */
export async function readDescription<D>(app: Pick<TestApp, 'http'>): Promise<D> {
  const response = await app.http.inject({ url: '/api/openapi.json' });
  if (response.statusCode !== 200)
    throw new Error(`no description: ${response.statusCode} ${response.body.slice(0, 500)}`);
  return response.json<D>();
}
