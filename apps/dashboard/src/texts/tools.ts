export const pinWords = {
  held: 'Held back',
  states: {
    accepted: 'Accepted',
    changed: 'Changed',
    new: 'New',
    unreadable: 'Unreadable',
    unchecked: 'Not checked',
    gone: 'Gone',
  },
} as const;
