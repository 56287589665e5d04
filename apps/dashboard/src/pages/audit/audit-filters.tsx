import { callFaces } from '@patchbay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { servers } from '../../data.ts';
import { audit as words } from '../../texts/audit.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { filterNames, type Filters } from './to-query.ts';

const route = getRouteApi('/audit');
const plain = (values: readonly string[]): [string, string][] => [
  ['', words.any],
  ...values.map((value): [string, string] => [value, value]),
];
const outcomes = [
  'ok',
  'tool-error',
  'CALL_DENIED',
  'CALL_LIMITED',
  'OUTCOME_UNKNOWN',
  'MCP_TIMEOUT',
  'SERVER_UNAVAILABLE',
];

export function AuditFilters() {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { data: known = [] } = useQuery(servers);
  const set = (part: Filters): void =>
    void navigate({
      search: Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value)),
      replace: true,
    });
  const field = (name: keyof Filters) => ({
    label: words.filters[name],
    value: search[name] ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <div className="grid grid-cols-2 items-end gap-2 md:grid-cols-4 xl:grid-cols-8">
      <Select {...field('server')} options={plain(known.map(({ name }) => name))} />
      <TextField {...field('tool')} data-search />
      <Select {...field('outcome')} options={plain(outcomes)} />
      <Select {...field('decision')} options={plain(['allow', 'ask', 'deny'])} />
      <Select {...field('via')} options={plain(callFaces)} />
      <TextField {...field('from')} type="datetime-local" />
      <TextField {...field('to')} type="datetime-local" />
      <Button
        kind="quiet"
        disabled={!filterNames.some((name) => search[name])}
        onClick={() => void navigate({ search: {}, replace: true })}
      >
        {words.clear}
      </Button>
    </div>
  );
}
