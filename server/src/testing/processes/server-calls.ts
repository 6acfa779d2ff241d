/** HTTP calls to a server in a child process, as members' browsers make them. */
type Server = { readonly origin: string };
type Call = { token?: string; signal?: AbortSignal };

/** Rejects if the server cannot be reached. */
export async function callServer(
  server: Server,
  method: string,
  path: string,
  body: object,
  { token, signal }: Call = {},
): Promise<{ status: number; response: unknown }> {
  const form = body instanceof FormData;
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    headers: {
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: form ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, response: await response.json() };
}

/** Returns the `body` of the response; throws unless the call succeeds. */
export async function sendToServer<Body = { _id: string }>(
  server: Server,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<Body> {
  const { status, response } = await callServer(server, method, path, body, token === undefined ? {} : { token });
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(response)}`);
  return (response as { body: Body }).body;
}
