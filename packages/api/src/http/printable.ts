/** What a stranger sent, safe to repeat in an answer or a log. */
export function printable(text: string, maxChars = 100): string {
  return text.slice(0, maxChars).replaceAll(/[^\x20-\x7e]/g, '?');
}
