export function Policies() {
  return null;
}
