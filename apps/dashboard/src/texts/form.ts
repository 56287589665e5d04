export const form = {
  notSet: 'not set',
  yes: 'true',
  no: 'false',
  add: 'Add',
  remove: (label: string): string => `Remove ${label}`,
  item: (label: string, number: number): string => `${label} ${String(number)}`,
  noJson: 'That is no JSON.',
  noObject: 'Write one JSON object.',
  json: 'as JSON',
  noArguments: 'It takes no arguments.',
} as const;
