/** Returns a response with this JSON as its body, in the contract's envelope. */
export function toResponse({ json, message = 'OK', ...beside }: { json: string; message?: string }): string {
  const envelope = JSON.stringify({ status: 200, success: true, message, ...beside });
  return `${envelope.slice(0, -1)},"body":${json}}`;
}
