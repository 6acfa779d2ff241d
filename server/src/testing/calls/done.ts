/** Waits for a call that must succeed. */
export async function done(call: Promise<{ ok: boolean; message: string }>): Promise<void> {
  const response = await call;
  if (!response.ok) throw new Error(response.message);
}
