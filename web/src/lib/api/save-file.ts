/** Hands a file to the browser, which keeps it where the member keeps downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; until it has, the address has to hold.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
