export function Approvals() {
  return null;
}
