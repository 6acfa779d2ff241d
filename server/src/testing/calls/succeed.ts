type Outcome = { ok: boolean; message: string };

/** Waits for a call that must succeed, and returns its response. */
export async function succeed<Response extends Outcome>(
  call: Promise<Response>,
): Promise<Extract<Response, { ok: true }>> {
  const response = await call;
  if (!response.ok) throw new Error(response.message);
  return response as Extract<Response, { ok: true }>;
}
