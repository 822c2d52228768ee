/** What the library says, without the name of the call, which is not the reader's. */
export function plain(message: string): string {
  return message.replace(/^(heed\/(model|gguf)\.|model\.)\w+: /, "");
}
