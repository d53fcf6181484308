/** Hands a file to the browser, to be kept under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the address by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
