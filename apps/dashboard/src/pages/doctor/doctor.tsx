export function Doctor() {
  return null;
}
