export const settings = {
  title: 'Settings',
  about:
    'What is in effect, and where each value comes from. The configuration file, the environment and flags rule; change it there.',
  search: 'Search settings',
  notAdmin: 'The configuration is for admins.',
  noMatch: 'No setting matches.',
  checks: 'Health of the hub',
  working: 'works',
  broken: 'does not work',
  took: (ms: number): string => `${ms.toFixed(1)} ms`,
  secrets: 'Stored secrets',
  secretsAbout: 'Seals every stored credential with a new data key and destroys the old one.',
  rotate: 'Rotate the key',
  rotated: (count: number): string => `${count.toLocaleString('en')} secrets were sealed again.`,
} as const;

export const doctor = {
  title: 'Doctor',
  about: 'What is wrong, why, and what to do.',
  subject: 'Server, or tool as server.tool; empty for everything',
  examine: 'Examine',
  levels: { problem: 'Problem', note: 'Note', ok: 'Fine' },
  fine: 'Everything is fine.',
  problems: (amount: number): string => `${String(amount)} ${amount === 1 ? 'problem' : 'problems'}`,
} as const;
