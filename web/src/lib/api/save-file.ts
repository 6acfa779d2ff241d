/** Lets the browser save a file in the member's download folder. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The address must stay valid until the download has started, which takes less than a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
