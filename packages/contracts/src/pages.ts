/** The first part of each address of the dashboard; below each of them, the hub serves the same page. */
export const pages = [
  'servers',
  'tools',
  'approvals',
  'chat',
  'runs',
  'policies',
  'audit',
  'keys',
  'settings',
  'doctor',
] as const;
export type PageName = (typeof pages)[number];
